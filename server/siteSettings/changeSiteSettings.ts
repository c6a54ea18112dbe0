import type { BodyOf } from "#contract/endpoint.ts";
import type { SiteSettings, siteSettingsApi } from "#contract/siteSettings.ts";
import { recordSiteAudit } from "#server/audit/recordAudit.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { readLogo } from "#server/uploads/readLogo.ts";
import { replaceSiteLogo, updateSiteBranding, updateSiteSettings } from "./siteSettings.queries.ts";

export async function changeSiteSettings(
  context: SignedInContext & { body: BodyOf<typeof siteSettingsApi.update> },
): Promise<SiteSettings> {
  const { database, site, body } = context;
  const settings = { ...body, requireAdminMfa: body.requireAdminMfa ?? site.requireAdminMfa };
  await database.system.transaction(async (db) => {
    await db.all(updateSiteSettings, settings);
    await recordSiteAudit(db, context, {
      action: "site.update",
      subject: body.siteName,
      details: { ...body },
    });
  });
  return { ...site, ...settings };
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

/** Replaces the installation's logo. @throws HttpError 400 or 413 for what is no picture, or too large a one */
export async function saveSiteLogo(
  context: SignedInContext & { body: BodyOf<typeof siteSettingsApi.uploadLogo> },
): Promise<{ logoUrl: string }> {
  const { database, body } = context;
  const logo = await readLogo(body.content);
  return database.system.transaction(async (db) => {
    const stored = await db.first(replaceSiteLogo, logo);
    if (!stored) throw new Error("The logo was not stored");
    const details = { contentType: logo.contentType, bytes: logo.content.length };
    await recordSiteAudit(db, context, { action: "site.logo", details });
    return { logoUrl: `/logos/site/${stored.fileId}` };
  });
}
