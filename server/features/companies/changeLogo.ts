import type { companySettingsApi } from "#contract/companySettings.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { readLogo } from "#server/platform/uploads/readLogo.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { changeSettings } from "./changeCompany.ts";
import { deleteLogo, replaceLogo } from "./companies.queries.ts";
import { managedCompanyDb, requireCompany } from "./managedCompany.ts";

/**
 * Replaces a company's logo. The new logo has a new URL, and the old URL no longer works.
 * @throws HttpError 400 for an invalid file, 404 for an unknown company, 413 for a file that is too
 * large
 */
export async function saveLogo(
  context: Handled<typeof companySettingsApi.uploadLogo, SignedInContext>,
): Promise<{ logoUrl: string }> {
  const logo = await readLogo(context.body.content);
  const details = { contentType: logo.contentType, bytes: logo.content.length };
  const { logoUrl } = await changeSettings(
    context,
    { action: "company.logo", changesFrom: () => details },
    (db) => db.all(replaceLogo, { ...logo, companyId: db.companyId }),
  );
  if (logoUrl === null) throw new Error("The logo was not stored");
  return { logoUrl };
}

/**
 * Removes a company's logo, whose URL then no longer works. Records no audit entry if the company
 * has no logo.
 * @throws HttpError 404 for an unknown company
 */
export async function removeLogo(
  context: Handled<typeof companySettingsApi.removeLogo, SignedInContext>,
): Promise<void> {
  await managedCompanyDb(context).transaction(async (db) => {
    const { companyId } = db;
    const { name } = await requireCompany(db, context);
    const removed = await db.first(deleteLogo, { companyId });
    if (removed)
      await recordAudit(db, context, companyId, { action: "company.logo-delete", subject: name });
  });
}
