import type { SiteSettings, siteSettingsApi } from "#contract/siteSettings.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { SiteRow } from "#server/platform/access/presentSite.ts";
import { presentSite } from "#server/platform/access/presentSite.ts";
import { readLogo } from "#server/platform/uploads/readPicture.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  deleteSiteLogo,
  findSiteSettings,
  replaceSiteLogo,
  updateSiteBranding,
  updateSiteSettings,
} from "./siteSettings.queries.ts";

export function changeSiteSettings(
  context: Handled<typeof siteSettingsApi.update, SignedInContext>,
): Promise<SiteSettings> {
  const { body } = context;
  const brandingSettings = body.brandingSettings && JSON.stringify(body.brandingSettings);
  return changeSettings(
    context,
    {
      action: "site.update",
      subject: body.siteName,
      changesFrom: (before) => changesOf(before, body),
    },
    (db) => db.first(updateSiteSettings, { ...body, brandingSettings }),
  );
}

export function changeSiteBranding(
  context: Handled<typeof siteSettingsApi.updateBranding, SignedInContext>,
): Promise<SiteSettings> {
  const { brandingSettings } = context.body;
  return changeSettings(
    context,
    {
      action: "site.branding",
      changesFrom: (before) => changesOf(before.brandingSettings, brandingSettings),
    },
    (db) => db.first(updateSiteBranding, { brandingSettings: JSON.stringify(brandingSettings) }),
  );
}

interface SettingsAction {
  action: string;
  subject?: string;
  /** Returns the details of the audit entry. */
  changesFrom: (before: SiteSettings) => ReturnType<typeof changesOf>;
}

/**
 * Runs a change and writes its audit entry in one transaction, and returns all settings as this
 * transaction reads them.
 */
function changeSettings(
  context: SignedInContext,
  { action, subject = "", changesFrom }: SettingsAction,
  change: (db: Db) => Promise<SiteRow | undefined>,
): Promise<SiteSettings> {
  return context.database.system.transaction(async (db) => {
    const before = await db.first(findSiteSettings, {});
    const row = await change(db);
    if (!before || !row) throw new Error("There are no settings to change");
    const details = changesFrom(presentSite(before));
    await recordSiteAudit(db, context, { action, subject, details });
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
