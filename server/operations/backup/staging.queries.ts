import { RANGE_SIZE } from "#server/platform/db/idRange.ts";
import type { CompanyHeader } from "./backupRecords.ts";
import { HIGHEST_ID } from "./backupRecords.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import type { CompanySection } from "./companyRows.ts";
import { SUPPRESSION_TABLE, VISITOR_COLUMNS } from "./companyRows.ts";
import type { Connection } from "./connection.queries.ts";
import { literal, quoted } from "./connection.queries.ts";

/**
 * Matches every password hash that the portal has ever written: argon2id with fixed costs, a salt
 * of 16 bytes and a hash of 32 bytes.
 */
const PASSWORD_HASH = String.raw`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`;

/** The maximum of a sequence without a range. */
const HIGHEST_BIGINT = "9223372036854775807";

const columnList = (columns: readonly string[]) => columns.map(quoted).join(", ");
const inSchema = (table: string) => `public.${quoted(table)}`;

/** The temporary table with the file's accounts of other companies' users. */
export const STAGED_VISITORS = `pg_temp.${quoted("staged_visitors")}`;
/** Returns the name of the temporary table with the file's rows of a table. */
export const stagedTable = (table: string, isVisitors = false) =>
  isVisitors ? STAGED_VISITORS : `pg_temp.${quoted(`staged_${table}`)}`;
const stagedName = ({ table, isVisitors }: CompanySection) => stagedTable(table, isVisitors);

/**
 * Copies the rows of a section in COPY text format into a temporary table, which has types but no
 * constraints and is dropped at the end of the transaction. Returns the number of rows.
 */
export async function stageRows(
  connection: Connection,
  section: CompanySection,
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  const { table, columns } = section;
  const name = stagedName(section);
  await connection.rows(
    `create temp table ${name} on commit drop as
     select ${columnList(columns)} from ${inSchema(table)} with no data`,
  );
  const rows = await connection.copyIn(`${name} (${columnList(columns)})`, blocks);
  // Without statistics, the planner would assume small tables and choose slow plans for the checks.
  await connection.rows(`analyze ${name}`);
  return rows;
}

/**
 * Whether the query has a row. All rows are counted instead of using `exists`. For `exists`,
 * PostgreSQL expects to find a row early and therefore chooses a plan that compares each row with
 * every other row.
 */
async function hasRows(connection: Connection, from: string): Promise<boolean> {
  const [row] = await connection.rows<{ found: boolean }>(
    `select count(*) > 0 as found from ${from}`,
  );
  return row?.found === true;
}

/** Whether a staged section contains a row that a backup of the company would not contain. */
export async function hasStrangeRow(
  connection: Connection,
  section: CompanySection,
): Promise<boolean> {
  const { condition, isVisitors } = section;
  const isOwnAccount = `exists (select from ${stagedTable("user_account")} own where own.id = staged.id)`;
  const accepted = isVisitors ? `${condition} and not ${isOwnAccount}` : condition;
  // Rows are counted, because PostgreSQL can then use a join. A negated condition would prevent the
  // join.
  const [row] = await connection.rows<{ differs: boolean }>(
    `select (select count(*) from ${stagedName(section)})
       <> (select count(*) from ${stagedName(section)} staged where ${accepted}) as differs`,
  );
  return row?.differs !== false;
}

/** Whether the file's only company is the company that the header names. */
export async function hasCompany(
  connection: Connection,
  { id, name, subdomain }: CompanyHeader,
): Promise<boolean> {
  const [row] = await connection.rows<{ count: string }>(
    `select count(*) from ${stagedTable("company")}
     where id = $1 and name = $2 and subdomain is not distinct from $3`,
    [id, name, subdomain],
  );
  return row?.count === "1";
}

/** Whether an account of the company has a role other than user and company admin. */
export async function hasOtherRole(connection: Connection): Promise<boolean> {
  return hasRows(
    connection,
    `${stagedTable("user_account")}
     where (role in ('user', 'company_admin')) is not true`,
  );
}

/** Whether a password hash has a form that the portal does not write. */
export async function hasOtherPasswordHash(connection: Connection): Promise<boolean> {
  return hasRows(
    connection,
    `(
       select password_hash from ${stagedTable("user_account")}
       union all select password_hash from ${STAGED_VISITORS}
     ) account where (password_hash ~ ${literal(PASSWORD_HASH)}) is not true`,
  );
}

/**
 * Finds a column with a reference to an account or another row that the file does not contain.
 * Foreign keys of two columns are not checked here: they contain the company's id, so the database
 * checks them.
 */
export async function findForeignReference(
  connection: Connection,
  tables: readonly CatalogueTable[],
  staged: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const { name, references } of tables.filter((table) => staged.has(table.name))) {
    for (const { column, table, target } of references.filter((key) => staged.has(key.table))) {
      const visitors =
        table === "user_account" ? `union all select id from ${STAGED_VISITORS}` : "";
      const isForeign = await hasRows(
        connection,
        `${stagedTable(name)} t
         where ${quoted(column)} is not null and not exists (
           select from (select ${quoted(target)} as target from ${stagedTable(table)} ${visitors}) r
           where r.target = t.${quoted(column)})`,
      );
      if (isForeign) return `${name}.${column}`;
    }
  }
  return undefined;
}

/** Returns SQL for the ids in a numbered column of the file, as the table `given`. */
function stagedIds(table: string, column: string): string {
  const visitors = table === "user_account" ? `union all select id from ${STAGED_VISITORS}` : "";
  return `(select ${quoted(column)} as id from ${stagedTable(table)} ${visitors}) given`;
}

/** Finds a numbered column with an id outside the accepted range. */
export async function findWrongId(
  connection: Connection,
  sequences: readonly { table: string; column: string }[],
  staged: ReadonlySet<string>,
): Promise<string | undefined> {
  for (const { table, column } of sequences.filter((sequence) => staged.has(sequence.table))) {
    const isWrong = await hasRows(
      connection,
      `${stagedIds(table, column)} where (given.id between 1 and ${String(HIGHEST_ID)}) is not true`,
    );
    if (isWrong) return `${table}.${column}`;
  }
  return undefined;
}

/**
 * Whether the file has ids of another installation's range (`ID_RANGE`) for a sequence without a
 * range. After a restore, this sequence would continue after these ids.
 */
export async function hasIdsOfOtherRange(
  connection: Connection,
  sequences: readonly { name: string; table: string; column: string }[],
  staged: ReadonlySet<string>,
): Promise<boolean> {
  for (const { name, table, column } of sequences.filter((one) => staged.has(one.table))) {
    const isOther = await hasRows(
      connection,
      `${stagedIds(table, column)}, pg_sequence
       where seqrelid = ${literal(`public.${quoted(name)}`)}::regclass
         and seqmax = ${HIGHEST_BIGINT} and given.id > ${String(RANGE_SIZE)}`,
    );
    if (isOther) return true;
  }
  return false;
}

/**
 * Removes what an installation must grant itself: a verified domain, a customer id of its payment
 * provider, and confirmed e-mail addresses.
 */
export async function clearInstallationRights(connection: Connection): Promise<void> {
  await connection.rows(
    `update ${stagedTable("company")}
     set custom_domain_verified_at = null, custom_domain_checked_at = null,
       custom_domain_failing_since = null, custom_domain_problem = null, stripe_customer_id = null`,
  );
  for (const accounts of [stagedTable("user_account"), STAGED_VISITORS])
    await connection.rows(`update ${accounts} set confirmed_at = null`);
}

/**
 * Makes the company writable. A company that is moved to another installation is read-only during
 * the backup.
 */
export async function acceptChanges(connection: Connection): Promise<void> {
  await connection.rows(`update ${stagedTable("company")} set read_only_since = null`);
}

/**
 * Joins the file's accounts of other companies' users (visitors) with accounts of this installation
 * that have the same e-mail address but a different id.
 */
const SAME_ADDRESS = `${STAGED_VISITORS} v
  join user_account u on lower(u.username collate "C") = lower(v.username collate "C") and u.id <> v.id`;

/**
 * Lists the e-mail addresses of visitors in the file that have a different account in this
 * installation, unless both accounts are confirmed. The accounts possibly belong to different
 * people, because anybody can register any address.
 */
export async function listUnprovenAddresses(connection: Connection): Promise<string[]> {
  const found = await connection.rows<{ username: string }>(
    `select u.username from ${SAME_ADDRESS}
     where v.confirmed_at is null or u.confirmed_at is null order by 1`,
  );
  return found.map(({ username }) => username);
}

/**
 * Makes the file's rows refer to existing accounts instead of visitors. This concerns each visitor
 * whose e-mail address has an account in this installation with a different id.
 */
export async function referToExistingAccounts(
  connection: Connection,
  tables: readonly CatalogueTable[],
  sections: readonly CompanySection[],
): Promise<void> {
  const existing = `(select v.id as given, u.id as account from ${SAME_ADDRESS})`;
  await referToAccounts(connection, tables, sections, existing);
}

/**
 * Replaces references to accounts in the file's rows, and deletes the visitors that are replaced.
 * @param query selects the id to replace as `given` and the new id as `account`
 */
export async function referToAccounts(
  connection: Connection,
  tables: readonly CatalogueTable[],
  sections: readonly CompanySection[],
  query: string,
): Promise<void> {
  const staged = new Set(sections.map(({ table }) => table));
  for (const { name, columns, references } of tables) {
    if (!staged.has(name) || !columns.includes("company_id")) continue;
    for (const { column } of references.filter(({ table }) => table === "user_account"))
      await connection.rows(
        `update ${stagedTable(name)} t set ${quoted(column)} = a.account
         from ${query} a where t.${quoted(column)} = a.given`,
      );
  }
  await connection.rows(`delete from ${STAGED_VISITORS} v using ${query} a where v.id = a.given`);
}

/**
 * Inserts the rows of a section. E-mail addresses that are already suppressed in this installation
 * keep their entry. An existing account with the id and address of another company's user belongs
 * to this user and is not changed. A new account of another company's user gets a password hash
 * that no password matches. The new account keeps its unsubscribe token unless another account has
 * the token.
 */
export async function insertStaged(connection: Connection, section: CompanySection): Promise<void> {
  const { table, columns, isVisitors } = section;
  if (!isVisitors) {
    await connection.rows(
      `insert into ${inSchema(table)} (${columnList(columns)}) overriding system value
       select ${columnList(columns)} from ${stagedName(section)}
       ${table === SUPPRESSION_TABLE ? "on conflict do nothing" : ""}`,
    );
    return;
  }
  await connection.rows(
    `update ${STAGED_VISITORS} v set unsubscribe_token = null from user_account u
     where u.unsubscribe_token = v.unsubscribe_token`,
  );
  const names = columnList(VISITOR_COLUMNS);
  await connection.rows(
    `insert into user_account (${names}, password_hash) overriding system value
     select ${names}, ${literal(unusablePasswordHash())} from ${STAGED_VISITORS} v
     where not exists (
       select from user_account u where u.id = v.id and lower(u.username collate "C") = lower(v.username collate "C"))`,
  );
}
