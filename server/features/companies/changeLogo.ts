import type { companySettingsApi } from "#contract/companySettings.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { readLogo } from "#server/platform/uploads/readPicture.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { changeSettings } from "./changeCompany.ts";
import { deleteDarkLogo, deleteLogo, replaceDarkLogo, replaceLogo } from "./companies.queries.ts";
import { managedCompanyDb, requireCompany } from "./managedCompany.ts";

/**
 * Replaces a company's logo, or its logo for dark pages. The new logo has a new URL, and the old URL
 * no longer works.
 * @throws HttpError 400 for an invalid file, 404 for an unknown company, 409 for a logo for dark
 * pages if the company has no logo, 413 for a file that is too large
 */
export async function saveLogo(
  context: Handled<typeof companySettingsApi.uploadLogo, SignedInContext>,
): Promise<{ logoUrl: string }> {
  const logo = await readLogo(context.body.content);
  const isDark = context.query.mode === "dark";
  const action = isDark ? "company.dark-logo" : "company.logo";
  const details = { contentType: logo.contentType, bytes: logo.content.length };
  const saved = await changeSettings(
    context,
    { action, changesFrom: () => details },
    async (db) => {
      const { companyId } = db;
      if (!isDark) return db.all(replaceLogo, { ...logo, companyId });
      const replaced = await db.first(replaceDarkLogo, { companyId, content: logo.content });
      if (!replaced) throw conflict("Upload a logo first");
      return replaced;
    },
  );
  const logoUrl = isDark ? saved.darkLogoUrl : saved.logoUrl;
  if (logoUrl === null) throw new Error("The logo was not stored");
  return { logoUrl };
}

/**
 * Removes a company's logos, or only the one for dark pages. Their URLs then no longer work. Records
 * no audit entry if there is none.
 * @throws HttpError 404 for an unknown company
 */
export async function removeLogo(
  context: Handled<typeof companySettingsApi.removeLogo, SignedInContext>,
): Promise<void> {
  const isDark = context.query.mode === "dark";
  await managedCompanyDb(context).transaction(async (db) => {
    const { companyId } = db;
    const { name: subject } = await requireCompany(db, context);
    const removed = await db.first(isDark ? deleteDarkLogo : deleteLogo, { companyId });
    const action = isDark ? "company.dark-logo-delete" : "company.logo-delete";
    if (removed) await recordAudit(db, context, companyId, { action, subject });
  });
}
