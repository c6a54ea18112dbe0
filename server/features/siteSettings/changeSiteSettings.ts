import type { SiteSettings, siteSettingsApi } from "#contract/siteSettings.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { SiteRow } from "#server/platform/access/presentSite.ts";
import { presentSite } from "#server/platform/access/presentSite.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { readLogo } from "#server/platform/uploads/readPicture.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  deleteDarkSiteLogo,
  deleteSiteLogo,
  findSiteSettings,
  replaceDarkSiteLogo,
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
 * Replaces the installation's logo, or its logo for dark pages.
 * @throws HttpError 400 if the file is not a picture, 409 for a logo for dark pages if there is no
 * logo, 413 if the file is too large
 */
export async function saveSiteLogo(
  context: Handled<typeof siteSettingsApi.uploadLogo, SignedInContext>,
): Promise<{ logoUrl: string }> {
  const { database, body, query } = context;
  const isDark = query.mode === "dark";
  const logo = await readLogo(body.content);
  return database.system.transaction(async (db) => {
    const stored = await db.first(isDark ? replaceDarkSiteLogo : replaceSiteLogo, logo);
    if (!stored) throw conflict("Upload a logo first");
    const details = { contentType: logo.contentType, bytes: logo.content.length };
    const action = isDark ? "site.dark-logo" : "site.logo";
    await recordSiteAudit(db, context, { action, details });
    return { logoUrl: `/logos/site/${stored.fileId}` };
  });
}

/**
 * Removes the installation's logos, or only the one for dark pages. Records no audit entry if there
 * is none.
 */
export async function removeSiteLogo(
  context: Handled<typeof siteSettingsApi.removeLogo, SignedInContext>,
): Promise<void> {
  const isDark = context.query.mode === "dark";
  await context.database.system.transaction(async (db) => {
    const removed = await db.first(isDark ? deleteDarkSiteLogo : deleteSiteLogo, {});
    const action = isDark ? "site.dark-logo-delete" : "site.logo-delete";
    if (removed) await recordSiteAudit(db, context, { action });
  });
}
