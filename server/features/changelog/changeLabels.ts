import type { changelogApi, ChangelogLabel } from "#contract/changelog.ts";
import { LABEL_TAKEN } from "#contract/changelog.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { deleteLabel, insertLabel, updateLabel } from "./labels.queries.ts";

export async function createLabel(
  context: Handled<typeof changelogApi.createLabel, TenantUserContext>,
): Promise<ChangelogLabel> {
  const { db, tenantId: companyId, config, body, response } = context;
  const label = await refuseTakenName(
    db.transaction(async (transaction) => {
      await requireRoom(transaction, config.quotas, { companyId, kind: "labels" });
      const created = await transaction.first(insertLabel, { companyId, ...body });
      if (!created) throw new Error("The label was not created");
      await recordAudit(transaction, context, companyId, {
        action: "changelog.label-create",
        subject: body.name,
      });
      return created;
    }),
  );
  response.changed({ kind: "changelog" }, false);
  return label;
}

export async function changeLabel(
  context: Handled<typeof changelogApi.updateLabel, TenantUserContext>,
): Promise<ChangelogLabel> {
  const { db, tenantId: companyId, params, body, response } = context;
  const label = await refuseTakenName(
    db.transaction(async (transaction) => {
      const changed = await transaction.first(updateLabel, {
        companyId,
        labelId: params.id,
        ...body,
      });
      if (!changed) throw context.notFound();
      const { oldName, oldColor, ...updated } = changed;
      await recordAudit(transaction, context, companyId, {
        action: "changelog.label-update",
        subject: updated.name,
        details: changesOf({ name: oldName, color: oldColor }, body),
      });
      return updated;
    }),
  );
  response.changed({ kind: "changelog" }, false);
  return label;
}

export async function removeLabel(
  context: Handled<typeof changelogApi.removeLabel, TenantUserContext>,
): Promise<void> {
  const { db, tenantId: companyId, params, response } = context;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteLabel, { companyId, labelId: params.id });
    if (!deleted) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "changelog.label-delete",
      subject: deleted.name,
    });
  });
  response.changed({ kind: "changelog" }, false);
}

/** @throws HttpError 409 if another label of the company has the same name, ignoring case */
async function refuseTakenName<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "changelog_label_name")) throw conflict(LABEL_TAKEN);
    throw error;
  }
}
