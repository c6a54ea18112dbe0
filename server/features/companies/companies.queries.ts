import { sql } from "kysely";
import type { ModerationLevel } from "#contract/moderation.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { CompanyRow } from "#server/platform/access/presentCompany.ts";

/** A company with the columns that only its admins can see. */
export interface CompanySettingsRow extends CompanyRow {
  allowCustomerSignUp: boolean;
  moderation: ModerationLevel;
  customDomainCheckedAt: string | null;
  customDomainFailingSince: string | null;
  customDomainProblem: string | null;
}

export const findCompanySettings = statement<{ companyId: number }, CompanySettingsRow>(
  "find_company_settings",
  (q, p) =>
    q
      .selectFrom("company")
      .leftJoin("companyLogo", "companyLogo.companyId", "company.id")
      .selectAll("company")
      .select("companyLogo.fileId as logoFileId")
      .where("company.id", "=", p.companyId)
      .compile(),
);

const CHANGEABLE = {
  name: "text",
  description: "text",
  website: "text",
  allowCustomerSignUp: "boolean",
  moderation: "text",
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
  },
  never
>("update_company_profile", (q, p) =>
  sql<never>`
    update company set ${assignChanged(CHANGEABLE, p)} where id = ${p.companyId}
  `.compile(q),
);

export const updateCompanyBranding = statement<
  { companyId: number; brandingSettings: string },
  never
>("update_company_branding", (q, p) =>
  q
    .updateTable("company")
    .set({ brandingSettings: p.brandingSettings })
    .where("id", "=", p.companyId)
    .$castTo<never>()
    .compile(),
);

/** This statement runs as the tenant, so row-level security shows only the tenant's own company. */
export const findCompany = statement<{ companyId: number }, CompanyRow>("find_company", (q, p) =>
  q
    .selectFrom("company")
    .leftJoin("companyLogo", "companyLogo.companyId", "company.id")
    .select([
      "company.id",
      "company.name",
      "company.description",
      "company.website",
      "companyLogo.fileId as logoFileId",
      "company.subdomain",
      "company.customDomain",
      "company.customDomainVerifiedAt",
      "company.brandingSettings",
    ])
    .where("company.id", "=", p.companyId)
    .compile(),
);

/** Returns the logo with this file id, which cannot be guessed. */
export const findLogo = statement<
  { companyId: number; fileId: string },
  { contentType: string; content: Buffer }
>("find_logo", (q, p) =>
  q
    .selectFrom("companyLogo")
    .select(["contentType", "content"])
    .where("companyId", "=", p.companyId)
    .where("fileId", "=", p.fileId)
    .compile(),
);

export const insertCompany = statement<{ name: string; subdomain: string }, { id: number }>(
  "insert_company",
  (q, p) =>
    q
      .insertInto("company")
      .values({ name: p.name, subdomain: p.subdomain })
      .returning("id")
      .compile(),
);

/** Inserts a company. Returns nothing if the subdomain was taken concurrently. */
export const insertCompanyIfFree = statement<{ name: string; subdomain: string }, { id: number }>(
  "insert_company_if_free",
  (q, p) =>
    q
      .insertInto("company")
      .values({ name: p.name, subdomain: p.subdomain })
      .onConflict((conflict) => conflict.column("subdomain").doNothing())
      .returning("id")
      .compile(),
);

/**
 * Locks the company until the transaction ends. Transactions that take this lock, such as merges,
 * bulk changes, checks of a quota, and changes of the subdomain or of the order of boards,
 * therefore run one after the other.
 */
export const lockCompany = statement<{ companyId: number }, { id: number }>(
  "lock_company",
  (q, p) =>
    q.selectFrom("company").select("id").where("id", "=", p.companyId).forNoKeyUpdate().compile(),
);

/** Returns the oldest company with that name, ignoring case, that is not being deleted. */
export const findCompanyByName = statement<{ name: string }, { id: number }>(
  "find_company_by_name",
  (q, p) =>
    sql<{ id: number }>`
    select id from company where lower(name) = lower(${p.name}) and closed_at is null
    order by id limit 1
  `.compile(q),
);

/**
 * Returns whether the company has that name, ignoring case. Returns nothing if the company does not
 * exist or is being deleted.
 */
export const hasCompanyName = statement<{ companyId: number; name: string }, { isSame: boolean }>(
  "has_company_name",
  (q, p) =>
    sql<{ isSame: boolean }>`
    select lower(name) = lower(${p.name}) as is_same from company
    where id = ${p.companyId} and closed_at is null
  `.compile(q),
);

/**
 * Locks a company name, ignoring case, until the transaction ends. Of two transactions that create
 * a company with the same name, the second waits and then finds the company of the first.
 */
export const lockCompanyName = statement<{ name: string }, { locked: unknown }>(
  "lock_company_name",
  (q, p) =>
    sql<{ locked: unknown }>`
    select pg_advisory_xact_lock(hashtextextended(lower(${p.name}::text), 7215300421))::text as locked
  `.compile(q),
);

/** Returns the subdomain if a company uses the subdomain or a deleted company used it. */
export const findTakenSubdomain = statement<{ subdomain: string }, { subdomain: string }>(
  "find_taken_subdomain",
  (q, p) =>
    sql<{ subdomain: string }>`
      select subdomain from company where subdomain = ${p.subdomain}
      union all
      select subdomain from retired_subdomain where subdomain = ${p.subdomain}
    `.compile(q),
);

/** Stores a logo. Each upload gets a new `fileId`, and with it a new URL. */
export const replaceLogo = statement<
  { companyId: number; contentType: string; content: Buffer },
  never
>("replace_logo", (q, p) =>
  sql<never>`
    insert into company_logo (company_id, content_type, content)
    values (${p.companyId}, ${p.contentType}, ${p.content})
    on conflict (company_id) do update
      set file_id = gen_random_uuid(), content_type = excluded.content_type, content = excluded.content,
      created_at = now()
  `.compile(q),
);

/** Deletes the company's logo. Returns nothing if the company has no logo. */
export const deleteLogo = statement<{ companyId: number }, { companyId: number }>(
  "delete_logo",
  (q, p) =>
    q
      .deleteFrom("companyLogo")
      .where("companyId", "=", p.companyId)
      .returning("companyId")
      .compile(),
);
