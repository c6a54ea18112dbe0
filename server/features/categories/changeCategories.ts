import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import {
  deleteCategory,
  insertCategory,
  renameCategory,
  removeCategoryFromItems,
} from "./categories.queries.ts";
import { listAllCategories } from "./listCategoriesPage.ts";

interface WithResponse {
  response: Pick<ResponseContext, "changed">;
}

/** Publishes the change to every visitor, because all visitors can see the names of categories. */
function publishChange({ response }: WithResponse): void {
  response.changed({ kind: "categories" }, false);
}

async function findCategory(db: TenantDb, categoryId: number): Promise<BoardCategory> {
  const category = (await listAllCategories(db)).find(({ id }) => id === categoryId);
  if (!category) throw notFound(categoriesApi.update.notFound);
  return category;
}

/** @throws HttpError 409 if another category of the company has the same name, ignoring case */
async function refuseTakenName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "board_category_name"))
      throw conflict("A category with this name already exists");
    throw error;
  }
}

export async function createCategory(
  context: Handled<typeof categoriesApi.create, TenantUserContext>,
): Promise<BoardCategory> {
  const { db, tenantId, config, body } = context;
  const category = await refuseTakenName(
    db.transaction(async (transaction) => {
      await requireRoom(transaction, config.quotas, { companyId: tenantId, kind: "categories" });
      const created = await transaction.first(insertCategory, {
        companyId: tenantId,
        name: body.name,
      });
      if (!created) throw new Error("The category was not created");
      await recordAudit(transaction, context, tenantId, {
        action: "category.create",
        subject: body.name,
      });
      return findCategory(transaction, created.id);
    }),
  );
  publishChange(context);
  return category;
}

export async function changeCategory(
  context: Handled<typeof categoriesApi.update, TenantUserContext>,
): Promise<BoardCategory> {
  const { db, tenantId: companyId, body, params } = context;
  const category = await refuseTakenName(
    db.transaction(async (transaction) => {
      const before = await findCategory(transaction, params.id);
      const renamed = await transaction.first(renameCategory, {
        companyId,
        categoryId: params.id,
        name: body.name,
      });
      if (!renamed) throw context.notFound();
      await recordAudit(transaction, context, companyId, {
        action: "category.update",
        subject: body.name,
        details: changesOf(before, body),
      });
      return findCategory(transaction, params.id);
    }),
  );
  publishChange(context);
  return category;
}

/**
 * Deletes a category but not its items. The category is removed from the items in several
 * transactions first. In a single transaction each item would take longer than the item before,
 * because all items change the same counters. New submissions would wait until the transaction
 * ends.
 */
export async function removeCategory(
  context: Handled<typeof categoriesApi.remove, TenantUserContext>,
): Promise<void> {
  const { db } = context;
  const { companyId } = db;
  const target = { companyId, categoryId: context.params.id };
  await findCategory(db, target.categoryId);
  const removeFromSlice = () =>
    db.transaction((transaction) => transaction.all(removeCategoryFromItems, target));
  while ((await removeFromSlice()).length > 0);
  const remove = async (transaction: TenantTransaction) => {
    const deleted = await transaction.first(deleteCategory, target);
    if (!deleted) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "category.delete",
      subject: deleted.name,
    });
  };
  // The foreign key removes the category from items to which it was added after the last batch.
  await db.transaction(remove, { isLong: true });
  publishChange(context);
}
