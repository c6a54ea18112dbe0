import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import { literal, quoted } from "./connection.queries.ts";

/** Rows of one table in a backup, and the query that reads them. */
export interface BackupSection {
  table: string;
  columns: string[];
  query: string;
  isVisitors: boolean;
}

/** Rows of one table in the backup of a company. */
export interface CompanySection extends BackupSection {
  /** SQL condition that every row of the section fulfils. */
  condition: string;
}

/**
 * Returns the SQL name of a portal's table.
 * @param isVisitors whether to name the table with the accounts of other companies' users
 */
type Locate = (table: string, isVisitors?: boolean) => string;

const inPortal: Locate = (table) => `public.${quoted(table)}`;

/**
 * Tables that a company's backup leaves out. After a restore, users sign in again and request new
 * codes, nobody is notified of earlier activities, and admins make new exports and API keys. Webhooks
 * are off until an admin enters their addresses again, because backups contain neither these nor their
 * secrets.
 */
export const EXCLUDED_TABLES: ReadonlySet<string> = new Set([
  "session",
  "handoff",
  "email_confirmation",
  "login_code",
  "account_merge",
  "provider_session",
  "sign_on_attempt",
  "pending_identity",
  "passkey_challenge",
  "activity_task",
  "api_key",
  "api_answer",
  "export",
  "export_part",
  "export_person",
  "webhook_secret",
  "webhook_delivery",
  "used_token",
]);

/** The table of addresses that get no notification mails. Its rows belong to no company. */
export const SUPPRESSION_TABLE = "mail_suppression";

/**
 * The columns of other companies' users that a company's backup contains. Roles and credentials are
 * left out. The pace of mails and the token of unsubscribe links are included, so that users who
 * unsubscribed stay unsubscribed, and links in earlier mails work after a move.
 */
export const VISITOR_COLUMNS = [
  "id",
  "username",
  "full_name",
  "created_at",
  "confirmed_at",
  "email_pace",
  "time_zone",
  "unsubscribe_token",
];

const columnList = (columns: string[]) => columns.map(quoted).join(", ");

/** Returns the section with all rows of a table. */
export function wholeTable({ name, columns }: CatalogueTable): BackupSection {
  return {
    table: name,
    columns,
    query: `select ${columnList(columns)} from ${inPortal(name)}`,
    isVisitors: false,
  };
}

/**
 * Returns the sections of one company: the company's row, rows with the company's id, the company's
 * accounts, and rows that belong to these accounts directly or through other rows. For other
 * companies' users who voted, wrote or acted in the company, a section contains only
 * `VISITOR_COLUMNS`. A super admin of the company is included as a company admin. The suppressed
 * e-mail addresses are those of all these accounts.
 * @param tables referenced tables first
 * @param locate returns the table that contains the rows; by default, the portal's own table
 */
export function companySections(
  tables: readonly CatalogueTable[],
  companyId: number,
  locate: Locate = inPortal,
): CompanySection[] {
  const id = String(companyId);
  const conditions = new Map<string, string>();
  return tables.flatMap((table) => {
    const condition = conditionOf(table, tables, id, conditions, locate);
    if (condition === undefined) return [];
    conditions.set(table.name, condition);
    const { name, columns } = table;
    const selected = columns.map((column) => withoutInstallationRights(name, column)).join(", ");
    const query = `select ${selected} from ${locate(name)} where ${condition}`;
    const own = { table: name, columns, query, isVisitors: false, condition };
    return name === "user_account" ? [own, visitors(tables, id, locate)] : [own];
  });
}

function withoutInstallationRights(table: string, column: string): string {
  if (table !== "user_account" || column !== "role") return quoted(column);
  return "case role when 'super_admin' then 'company_admin' else role end";
}

/**
 * Returns the SQL condition for the company's rows, given the conditions of referenced tables;
 * undefined if a company's backup leaves out the table.
 */
function conditionOf(
  { name, columns, references }: CatalogueTable,
  tables: readonly CatalogueTable[],
  companyId: string,
  conditions: ReadonlyMap<string, string>,
  locate: Locate,
): string | undefined {
  if (EXCLUDED_TABLES.has(name)) return undefined;
  if (name === SUPPRESSION_TABLE) return `address in (${addresses(tables, companyId, locate)})`;
  if (name === "company") return `id = ${companyId}`;
  if (name === "user_account") return `home_company_id = ${companyId}`;
  if (columns.includes("company_id")) return `company_id = ${companyId}`;
  const owner = references.find(({ isOwned, table }) => isOwned && conditions.has(table));
  if (!owner) return undefined;
  const { column, table, target } = owner;
  const owners = `select ${quoted(target)} from ${locate(table)} where ${conditions.get(table) ?? ""}`;
  return `${quoted(column)} in (${owners})`;
}

/** Returns a query that selects the e-mail addresses of the company's accounts and visitors. */
function addresses(tables: readonly CatalogueTable[], companyId: string, locate: Locate): string {
  const address = `select lower(username collate "C") from`;
  return `${address} ${locate("user_account")} where home_company_id = ${companyId}
    union all ${address} ${locate("user_account", true)}
      where ${mentionCondition(tables, companyId, locate)}`;
}

/** Returns the SQL condition for accounts to which rows of the company refer. */
function mentionCondition(
  tables: readonly CatalogueTable[],
  companyId: string,
  locate: Locate,
): string {
  const mentions = tables
    .filter(({ name, columns }) => columns.includes("company_id") && !EXCLUDED_TABLES.has(name))
    .flatMap(({ name, references }) =>
      references
        .filter(({ table }) => table === "user_account")
        .map(
          ({ column }) =>
            `select ${quoted(column)} from ${locate(name)} where company_id = ${companyId} and ${quoted(column)} is not null`,
        ),
    );
  return `id in (${mentions.join(" union ")})`;
}

function visitors(
  tables: readonly CatalogueTable[],
  companyId: string,
  locate: Locate,
): CompanySection {
  const condition = mentionCondition(tables, companyId, locate);
  return {
    table: "user_account",
    columns: [...VISITOR_COLUMNS, "password_hash"],
    query: `select ${columnList(VISITOR_COLUMNS)}, ${literal(unusablePasswordHash())} from ${locate("user_account", true)}
      where home_company_id is distinct from ${companyId} and ${condition}`,
    isVisitors: true,
    condition,
  };
}
