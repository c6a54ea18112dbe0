import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { CatalogueTable } from "./catalogue.queries.ts";
import type { CompanySection } from "./companyRows.ts";
import type { Connection } from "./connection.queries.ts";
import { literal } from "./connection.queries.ts";
import { STAGED_VISITORS, referToAccounts, stagedTable } from "./staging.queries.ts";

const IMPORTED_VISITORS = "pg_temp.imported_visitors";

/**
 * Separates the file's visitors from the accounts of this installation that have the same e-mail
 * address (docs/decisions/0050-people-of-foreign-files.md). Makes the rows of these visitors refer
 * to other accounts of the company, which nobody can use. They are like the accounts that an import
 * creates. `insertImportedVisitors` creates them.
 */
export async function separateVisitors(
  connection: Connection,
  companyId: number,
  tables: readonly CatalogueTable[],
  sections: readonly CompanySection[],
): Promise<void> {
  const own = stagedTable("user_account");
  // The username has the form that imports write and that importClaims.queries.ts reads.
  await connection.rows(
    `create temp table imported_visitors on commit drop as
     select v.id as given, coalesce(own.id, v.id) as account, own.id is null as is_new,
       imported.username, v.full_name, v.created_at
     from ${STAGED_VISITORS} v
     cross join lateral (
       select regexp_replace(lower(v.username collate "C"), '@([^@]*)$', '=\\1')
         || '@' || ${String(companyId)} || '.imported.invalid' as username
     ) imported
     left join ${own} own on lower(own.username collate "C") = imported.username
     where lower(v.username collate "C") in (select lower(username collate "C") from user_account)`,
  );
  await chooseFreeIds(connection, own);
  await referToAccounts(connection, tables, sections, IMPORTED_VISITORS);
}

/**
 * Chooses new ids for those of the accounts to create whose ids already exist in this installation.
 * The new ids follow the highest id of this installation and of the file. The sequence is not
 * advanced, because a rollback would not reset it. No other transaction uses the same ids, because
 * the tables are locked.
 */
async function chooseFreeIds(connection: Connection, own: string): Promise<void> {
  await connection.rows(
    `update ${IMPORTED_VISITORS} i set account = highest + position
     from (
       select given, row_number() over (order by given) as position from ${IMPORTED_VISITORS}
       where is_new and account in (select id from user_account)
     ) taken, (
       select greatest(pg_sequence_last_value(seqrelid), (
         select max(id) from (select id from ${own} union all select id from ${STAGED_VISITORS}) a
         where id between seqmin and seqmax
       )) as highest
       from pg_sequence where seqrelid = 'user_account_id_seq'::regclass
     ) present
     where i.given = taken.given`,
  );
}

/**
 * Creates the accounts to which `separateVisitors` made rows refer, except accounts that the file
 * contains.
 */
export async function insertImportedVisitors(
  connection: Connection,
  companyId: number,
): Promise<void> {
  await connection.rows(
    `insert into user_account (id, username, full_name, created_at, home_company_id, password_hash,
       is_active, is_imported, email_pace) overriding system value
     select account, username, full_name, created_at, $1, ${literal(unusablePasswordHash())},
       false, true, 'off'
     from ${IMPORTED_VISITORS} where is_new`,
    [companyId],
  );
}
