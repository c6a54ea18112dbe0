import type { BodyOf } from "#contract/endpoint.ts";
import type { SiteSettings, siteSettingsApi } from "#contract/siteSettings.ts";
import { recordSiteAudit } from "#server/audit/recordAudit.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { updateSiteBranding, updateSiteSettings } from "./siteSettings.queries.ts";

export async function changeSiteSettings(
  context: SignedInContext & { body: BodyOf<typeof siteSettingsApi.update> },
): Promise<SiteSettings> {
  const { database, site, body } = context;
  await database.system.transaction(async (db) => {
    await db.all(updateSiteSettings, body);
    await recordSiteAudit(db, context, { action: "site.update", subject: body.siteName, details: { ...body } });
  });
  return { ...site, ...body };
}

export async function changeSiteBranding(
  context: SignedInContext & { body: BodyOf<typeof siteSettingsApi.updateBranding> },
): Promise<SiteSettings> {
  const { database, site, body } = context;
  const { brandingSettings } = body;
  await database.system.transaction(async (db) => {
    await db.all(updateSiteBranding, { brandingSettings: JSON.stringify(brandingSettings) });
    await recordSiteAudit(db, context, { action: "site.branding", details: { ...brandingSettings } });
  });
  return { ...site, brandingSettings };
}
