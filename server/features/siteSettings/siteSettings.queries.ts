import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { SiteRow } from "#server/platform/access/presentSite.ts";

const allSettings = sql`
  site_name, allow_public_registration, allow_public_feedback, require_admin_mfa,
  max_upload_size, deployment_count,
  branding_settings as site_branding, (select file_id from site_logo) as site_logo_file_id,
  (select dark_file_id from site_logo) as site_dark_logo_file_id`;

export const findSiteSettings = statement<Record<never, never>, SiteRow>(
  "find_site_settings",
  () => sql`select ${allSettings} from site_settings`,
);

/** If `requireAdminMfa` or `brandingSettings` is undefined, the stored value is not changed. */
export const updateSiteSettings = statement<
  {
    siteName: string;
    allowPublicRegistration: boolean;
    allowPublicFeedback: boolean;
    requireAdminMfa?: boolean;
    maxUploadSize: number;
    brandingSettings?: string;
  },
  SiteRow
>(
  "update_site_settings",
  (p) => sql`
    update site_settings set
      site_name = ${p.siteName},
      allow_public_registration = ${p.allowPublicRegistration},
      allow_public_feedback = ${p.allowPublicFeedback},
      require_admin_mfa = coalesce(${p.requireAdminMfa}::boolean, require_admin_mfa),
      max_upload_size = ${p.maxUploadSize},
      branding_settings = coalesce(${p.brandingSettings}::jsonb, branding_settings)
    returning ${allSettings}
  `,
);

export const updateSiteBranding = statement<{ brandingSettings: string }, SiteRow>(
  "update_site_branding",
  (p) => sql`
    update site_settings set branding_settings = ${p.brandingSettings} returning ${allSettings}
  `,
);

/** Replaces the installation's logo. The URL of the previous logo no longer works. */
export const replaceSiteLogo = statement<
  { contentType: string; content: Buffer },
  { fileId: string }
>(
  "replace_site_logo",
  (p) => sql`
    insert into site_logo (content_type, content) values (${p.contentType}, ${p.content})
    on conflict (id) do update
      set file_id = gen_random_uuid(), content_type = excluded.content_type,
        content = excluded.content, created_at = now()
    returning file_id
  `,
);

/** Stores a logo for dark pages. Returns nothing if the installation has no logo. */
export const replaceDarkSiteLogo = statement<{ content: Buffer }, { fileId: string }>(
  "replace_dark_site_logo",
  (p) => sql`
    update site_logo set dark_file_id = gen_random_uuid(), dark_content = ${p.content}
    returning dark_file_id as file_id
  `,
);

/** Deletes the installation's logo for dark pages. Returns nothing if there is none. */
export const deleteDarkSiteLogo = statement<Record<never, never>, { fileId: string }>(
  "delete_dark_site_logo",
  () => sql`
    update site_logo set dark_file_id = null, dark_content = null
    where dark_file_id is not null returning file_id
  `,
);

/** Deletes the installation's logos. Returns nothing if there is no logo. */
export const deleteSiteLogo = statement<Record<never, never>, { fileId: string }>(
  "delete_site_logo",
  () => sql`delete from site_logo returning file_id`,
);

/** Returns the logo, for light or dark pages, with this file id, which cannot be guessed. */
export const findSiteLogo = statement<{ fileId: string }, { contentType: string; content: Buffer }>(
  "find_site_logo",
  (p) => sql`
    select case when dark_file_id = ${p.fileId} then 'image/png' else content_type end as content_type,
      case when dark_file_id = ${p.fileId} then dark_content else content end as content
    from site_logo where ${p.fileId} in (file_id, dark_file_id)
  `,
);
