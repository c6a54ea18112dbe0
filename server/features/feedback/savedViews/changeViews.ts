import type { SavedView, ViewFilters, savedViewsApi } from "#contract/savedViews.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { requireAssignee } from "#server/features/feedback/assignees.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { isForeignKeyViolation, isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import { deleteView, findView, insertView, updateView } from "./savedViews.queries.ts";

interface WithResponse {
  response: Pick<ResponseContext, "changed">;
}

const publishChange = ({ response }: WithResponse) => response.changed({ kind: "views" }, true);

/** Saves a view for all admins of the company. */
export async function createView(
  context: Handled<typeof savedViewsApi.create, TenantUserContext>,
): Promise<SavedView> {
  const { db, database, tenantId: companyId, config, body } = context;
  const { name } = body;
  await requireKnownAssignee(database.system, companyId, body.filters);
  const view = await refuseInvalidView(
    db.transaction(async (transaction) => {
      await requireRoom(transaction, config.quotas, { companyId, kind: "views" });
      const stored = { companyId, name, ...storedFilters(body.filters) };
      const created = await transaction.first(insertView, stored);
      if (!created) throw new Error("The view was not created");
      await recordAudit(transaction, context, companyId, { action: "view.create", subject: name });
      return created;
    }),
  );
  publishChange(context);
  return view;
}

/** Renames a view, or replaces its filters. */
export async function changeView(
  context: Handled<typeof savedViewsApi.update, TenantUserContext>,
): Promise<SavedView> {
  const { db, tenantId: companyId, database, body, params } = context;
  await requireKnownAssignee(database.system, companyId, body.filters);
  const changes = { name: body.name, ...(body.filters && storedFilters(body.filters)) };
  const view = await refuseInvalidView(
    db.transaction(async (transaction) => {
      const changed = changedFields(changes);
      const target = { companyId, viewId: params.id };
      const before = await transaction.first(findView, target);
      const updated = await transaction.first(updateView, { ...changes, ...target, changed });
      if (!before || !updated) throw context.notFound();
      await recordAudit(transaction, context, companyId, {
        action: "view.update",
        subject: updated.name,
        details: {
          ...changesOf(before, { name: body.name }),
          ...(body.filters && changesOf(before.filters, allFilters(before.filters, body.filters))),
        },
      });
      return updated;
    }),
  );
  publishChange(context);
  return view;
}

export async function removeView(
  context: Handled<typeof savedViewsApi.remove, TenantUserContext>,
): Promise<void> {
  const { db } = context;
  const { companyId } = db;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteView, { companyId, viewId: context.params.id });
    if (!deleted) throw context.notFound();
    const { name: subject } = deleted;
    await recordAudit(transaction, context, companyId, { action: "view.delete", subject });
  });
  publishChange(context);
}

/** Returns the new filters, and null for each former filter that is not set any more. */
const allFilters = (former: ViewFilters, filters: ViewFilters) => ({
  ...Object.fromEntries(Object.keys(former).map((name) => [name, null])),
  ...filters,
});

/**
 * Returns filters as they are stored. The ids of a board, a category and an assignee have columns
 * of their own, because a foreign key deletes the view together with the board, category or
 * assignee.
 */
function storedFilters({ boardId, boardCategoryId, assigneeId, ...others }: ViewFilters) {
  const ids = { boardId: boardId ?? null, boardCategoryId: boardCategoryId ?? null };
  return typeof assigneeId === "number"
    ? { ...ids, assigneeId, filters: JSON.stringify(others) }
    : { ...ids, assigneeId: null, filters: JSON.stringify({ ...others, assigneeId }) };
}

/**
 * @throws HttpError 400 if the filters contain an account that is not an active admin of the
 * company
 */
async function requireKnownAssignee(
  db: SystemDb,
  companyId: number,
  filters: ViewFilters | undefined,
): Promise<void> {
  const assigneeId = filters?.assigneeId;
  if (typeof assigneeId === "number") await requireAssignee(db, companyId, assigneeId);
}

/**
 * @throws HttpError 409 if another view of the company has the name, 400 if the filters contain a
 * board or category that the company does not have
 */
async function refuseInvalidView<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "saved_view_name", "saved_view_folded_name"))
      throw conflict("A view with this name already exists");
    if (isForeignKeyViolation(error, "saved_view_company_id_board_id_fkey"))
      throw invalid({ filters: ["Unknown board"] });
    if (isForeignKeyViolation(error, "saved_view_company_id_board_category_id_fkey"))
      throw invalid({ filters: ["Unknown category"] });
    throw error;
  }
}
