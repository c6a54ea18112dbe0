import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { ModerationLevel } from "#contract/moderation.ts";
import type { RoadmapOrder } from "#contract/feedbackFilters.ts";
import { INBOX } from "#contract/savedViews.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { CompanyRow } from "#server/platform/access/presentCompany.ts";

/** A company with the columns that only its admins can see. */
export interface CompanySettingsRow extends CompanyRow {
  allowCustomerSignUp: boolean;
  moderation: ModerationLevel;
  timeZone: string;
  roadmapOrder: RoadmapOrder;
  customDomainCheckedAt: string | null;
  customDomainFailingSince: string | null;
  customDomainProblem: string | null;
}

export const findCompanySettings = statement<{ companyId: number }, CompanySettingsRow>(
  "find_company_settings",
  (p) => sql`
    select company.*, logo.file_id as logo_file_id, logo.dark_file_id as dark_logo_file_id
    from company left join company_logo logo on logo.company_id = company.id
    where company.id = ${p.companyId}
  `,
);

const CHANGEABLE = {
  name: "text",
  description: "text",
  website: "text",
  allowCustomerSignUp: "boolean",
  moderation: "text",
  timeZone: "text",
  roadmapOrder: "text",
} as const;

export const updateCompanyProfile = statement<
  {
    companyId: number;
    changed: readonly string[];
    name?: string;
    description?: string | null;
    website?: string | null;
    allowCustomerSignUp?: boolean;
    moderation?: ModerationLevel;
    timeZone?: string;
    roadmapOrder?: RoadmapOrder;
  },
  never
>(
  "update_company_profile",
  (p) => sql`
    update company set ${assignChanged(CHANGEABLE, p)} where id = ${p.companyId}
  `,
);

export const updateCompanyBranding = statement<
  { companyId: number; brandingSettings: string },
  never
>(
  "update_company_branding",
  (p) => sql`
    update company set branding_settings = ${p.brandingSettings} where id = ${p.companyId}
  `,
);

/** This statement runs as the tenant, so row-level security shows only the tenant's own company. */
export const findCompany = statement<{ companyId: number }, CompanyRow>(
  "find_company",
  (p) => sql`
    select company.id, company.name, company.description, company.website,
      logo.file_id as logo_file_id, logo.dark_file_id as dark_logo_file_id, company.subdomain,
      company.custom_domain,
      company.custom_domain_verified_at, company.branding_settings
    from company left join company_logo logo on logo.company_id = company.id
    where company.id = ${p.companyId}
  `,
);

/** Returns the logo, for light or dark pages, with this file id, which cannot be guessed. */
export const findLogo = statement<
  { companyId: number; fileId: string },
  { contentType: string; content: Buffer }
>(
  "find_logo",
  (p) => sql`
    select case when dark_file_id = ${p.fileId} then 'image/png' else content_type end as content_type,
      case when dark_file_id = ${p.fileId} then dark_content else content end as content
    from company_logo
    where company_id = ${p.companyId} and ${p.fileId} in (file_id, dark_file_id)
  `,
);

/** Inserts the view that every company has from the start, for the companies of a CTE. */
export const insertInbox = (created: Sql) => sql`
  insert into saved_view (company_id, name, filters)
  select id, ${sql.lit(INBOX.name)}, ${sql.lit(JSON.stringify(INBOX.filters))}::jsonb
  from ${created}`;

type NewCompany = { name: string; subdomain: string; timeZone?: string };

/** Returns a statement that inserts a company with its first saved view. */
const insertWithInbox = (name: string, onConflict: Sql) =>
  statement<NewCompany, { id: number }>(
    name,
    (p) => sql`
      with created as (
        insert into company (name, subdomain, time_zone)
        values (${p.name}, ${p.subdomain}, coalesce(${p.timeZone}, 'UTC')) ${onConflict}
        returning id
      ), inbox as (${insertInbox(sql`created`)})
      select id from created
    `,
  );

export const insertCompany = insertWithInbox("insert_company", sql``);

/** Inserts a company. Returns nothing if the subdomain was taken concurrently. */
export const insertCompanyIfFree = insertWithInbox(
  "insert_company_if_free",
  sql`on conflict (subdomain) do nothing`,
);

/**
 * Locks the company until the transaction ends. Transactions that take this lock, such as merges,
 * bulk changes, checks of a quota, and changes of the subdomain or of the order of boards,
 * therefore run one after the other.
 */
export const lockCompany = statement<{ companyId: number }, { id: number }>(
  "lock_company",
  (p) => sql`select id from company where id = ${p.companyId} for no key update`,
);

/** Returns the oldest company with that name, ignoring case, that is not being deleted. */
export const findCompanyByName = statement<{ name: string }, { id: number }>(
  "find_company_by_name",
  (p) => sql`
    select id from company where lower(name) = lower(${p.name}) and closed_at is null
    order by id limit 1
  `,
);

/**
 * Returns whether the company has that name, ignoring case. Returns nothing if the company does not
 * exist or is being deleted.
 */
export const hasCompanyName = statement<{ companyId: number; name: string }, { isSame: boolean }>(
  "has_company_name",
  (p) => sql`
    select lower(name) = lower(${p.name}) as is_same from company
    where id = ${p.companyId} and closed_at is null
  `,
);

/**
 * Locks a company name, ignoring case, until the transaction ends. Of two transactions that create
 * a company with the same name, the second waits and then finds the company of the first.
 */
export const lockCompanyName = statement<{ name: string }, { locked: unknown }>(
  "lock_company_name",
  (p) => sql`
    select pg_advisory_xact_lock(hashtextextended(lower(${p.name}::text), 7215300421))::text as locked
  `,
);

/** Returns the subdomain if a company uses the subdomain or a deleted company used it. */
export const findTakenSubdomain = statement<{ subdomain: string }, { subdomain: string }>(
  "find_taken_subdomain",
  (p) => sql`
    select subdomain from company where subdomain = ${p.subdomain}
    union all
    select subdomain from retired_subdomain where subdomain = ${p.subdomain}
  `,
);

/** Stores a logo. Each upload gets a new `fileId`, and with it a new URL. */
export const replaceLogo = statement<
  { companyId: number; contentType: string; content: Buffer },
  never
>(
  "replace_logo",
  (p) => sql`
    insert into company_logo (company_id, content_type, content)
    values (${p.companyId}, ${p.contentType}, ${p.content})
    on conflict (company_id) do update
      set file_id = gen_random_uuid(), content_type = excluded.content_type, content = excluded.content,
      created_at = now()
  `,
);

/** Stores a logo for dark pages. Returns nothing if the company has no logo. */
export const replaceDarkLogo = statement<
  { companyId: number; content: Buffer },
  { companyId: number }
>(
  "replace_dark_logo",
  (p) => sql`
    update company_logo set dark_file_id = gen_random_uuid(), dark_content = ${p.content}
    where company_id = ${p.companyId} returning company_id
  `,
);

/** Deletes the company's logo for dark pages. Returns nothing if there is none. */
export const deleteDarkLogo = statement<{ companyId: number }, { companyId: number }>(
  "delete_dark_logo",
  (p) => sql`
    update company_logo set dark_file_id = null, dark_content = null
    where company_id = ${p.companyId} and dark_file_id is not null returning company_id
  `,
);

/** Deletes the company's logos. Returns nothing if the company has no logo. */
export const deleteLogo = statement<{ companyId: number }, { companyId: number }>(
  "delete_logo",
  (p) => sql`
    delete from company_logo where company_id = ${p.companyId} returning company_id
  `,
);
