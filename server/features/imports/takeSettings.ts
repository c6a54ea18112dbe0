import {
  replaceDarkLogo,
  replaceLogo,
  updateCompanyBranding,
  updateCompanyProfile,
} from "#server/features/companies/companies.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import { readPart } from "./storedFile.ts";
import type { StoredRun } from "./storedRun.ts";

/**
 * Replaces the company's settings, colours and logo with those of the file, if the admin chose
 * this. The file's settings were checked when the file was read, by the same rules as in the
 * settings forms. If the file has no logo, the company keeps its own. Undoing the import does not
 * restore the earlier settings.
 */
export async function takeSettings(
  db: Transaction,
  actor: Pick<SignedInContext, "viewer" | "ip">,
  { companyId, run }: { companyId: number; run: StoredRun },
): Promise<void> {
  const { company } = run.layout;
  if (!run.mapping.takesSettings || !company?.settings) return;
  const { profile, brandingSettings } = company.settings;
  await db.all(updateCompanyProfile, { ...profile, companyId, changed: changedFields(profile) });
  const colors = JSON.stringify(brandingSettings);
  await db.all(updateCompanyBranding, { companyId, brandingSettings: colors });
  const subject = profile.name;
  await recordAudit(
    db,
    actor,
    companyId,
    { action: "company.update", subject, details: profile },
    { action: "company.branding", subject, details: brandingSettings },
  );
  const { logoType } = company;
  if (logoType === null) return;
  const logoOf = async (part: number) => {
    const content = await readPart(db, { companyId, importId: run.id, section: "logo", part });
    if (!content) throw new Error("The logo of the import is missing");
    return content;
  };
  const content = await logoOf(0);
  await db.all(replaceLogo, { companyId, contentType: logoType, content });
  const details = { contentType: logoType, bytes: content.length };
  await recordAudit(db, actor, companyId, { action: "company.logo", subject, details });
  if (!company.hasDarkLogo) return;
  await db.all(replaceDarkLogo, { companyId, content: await logoOf(1) });
  await recordAudit(db, actor, companyId, { action: "company.dark-logo", subject });
}
