import type { SiteSettings, siteSettingsApi } from "#contract/siteSettings.ts";
import type { AuditedAction } from "#server/platform/audit/recordAudit.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { SiteRow } from "#server/platform/access/presentSite.ts";
import { presentSite } from "#server/platform/access/presentSite.ts";
import { readLogo } from "#server/platform/uploads/readPicture.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  deleteSiteLogo,
  replaceSiteLogo,
  updateSiteBranding,
  updateSiteSettings,
} from "./siteSettings.queries.ts";

export function changeSiteSettings(
  context: Handled<typeof siteSettingsApi.update, SignedInContext>,
): Promise<SiteSettings> {
  const { body } = context;
  const done = { action: "site.update", subject: body.siteName, details: { ...body } };
  const brandingSettings = body.brandingSettings && JSON.stringify(body.brandingSettings);
  return changeSettings(context, done, (db) =>
    db.first(updateSiteSettings, { ...body, brandingSettings }),
  );
}

export function changeSiteBranding(
  context: Handled<typeof siteSettingsApi.updateBranding, SignedInContext>,
): Promise<SiteSettings> {
  const { brandingSettings } = context.body;
  const done = { action: "site.branding", details: { ...brandingSettings } };
  return changeSettings(context, done, (db) =>
    db.first(updateSiteBranding, { brandingSettings: JSON.stringify(brandingSettings) }),
  );
}

/**
 * Runs a change and writes its audit entry in one transaction, and returns all settings as this
 * transaction reads them.
 */
function changeSettings(
  context: SignedInContext,
  done: AuditedAction,
  change: (db: Db) => Promise<SiteRow | undefined>,
): Promise<SiteSettings> {
  return context.database.system.transaction(async (db) => {
    const row = await change(db);
    if (!row) throw new Error("There are no settings to change");
    await recordSiteAudit(db, context, done);
    return presentSite(row);
  });
}

/**
 * Replaces the installation's logo.
 * @throws HttpError 400 if the file is not a picture, 413 if the file is too large
 */
export async function saveSiteLogo(
  context: Handled<typeof siteSettingsApi.uploadLogo, SignedInContext>,
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

/** Removes the installation's logo. Records no audit entry if there is no logo. */
export async function removeSiteLogo(context: SignedInContext): Promise<void> {
  await context.database.system.transaction(async (db) => {
    const removed = await db.first(deleteSiteLogo, {});
    if (removed) await recordSiteAudit(db, context, { action: "site.logo-delete" });
  });
}
