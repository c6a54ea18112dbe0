import type pg from "pg";
import { readCompanyTables } from "./companyTables.ts";
import type { SqlFixtures } from "./createSqlFixtures.ts";

/**
 * The role that runs a statement. The owner bypasses row-level security; the tenants' role does
 * not.
 */
export type RunAs = "owner" | "hearback_app";

/** The rows of A and of B as comparable text. */
export interface Rows {
  own: string;
  rowsOfB: string;
}

/** The outcome of a statement as text. The rows are empty texts if the statement only reads. */
export interface Effect extends Rows {
  /** The result rows, or the error code. */
  result: string;
}

const NO_ROWS: Rows = { own: "", rowsOfB: "" };

/**
 * Rows whose company is in a column with another name, or in another table. All other rows with a
 * company have the column `company_id`.
 */
const WITHOUT_COMPANY_ID = [
  "select 'company', id, to_jsonb(r)::text from company r",
  "select 'user_account', home_company_id, to_jsonb(r)::text from user_account r",
  // Another company's account takes its identities with it when it is deleted.
  `select 'sign_in_identity', issuing_company_id, to_jsonb(r)::text from sign_in_identity r
   join user_account u on u.id = r.user_id and u.home_company_id = r.issuing_company_id`,
  "select 'session', u.home_company_id, to_jsonb(r)::text from session r join user_account u on u.id = r.user_id",
];

const SNAPSHOT = `select c = $1 as own, string_agg(t || row, E'\\n') as rows
  from company_row r where c in ($1, $2) group by c`;

/** Sets all sequences back, so that new ids do not depend on earlier statements. */
const SET_SEQUENCES = `select count(setval(oid::regclass, 5000)) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S'`;

/** Prepares a connection for `runStatement`: a view of all rows of companies, and the sequences. */
export async function prepareConnection(client: pg.Client): Promise<void> {
  const tables = [...(await readCompanyTables(async (text) => (await client.query(text)).rows))]
    .filter(([, key]) => key === "company_id")
    .map(
      ([name]) => `select '${name}' as t, company_id as c, to_jsonb(r)::text as row from ${name} r`,
    );
  await client.query(
    `create temp view company_row as ${[...tables, ...WITHOUT_COMPANY_ID].join(" union all ")};
     ${SET_SEQUENCES}`,
  );
}

/** Whether the transaction has written nothing: no row, no lock of a row and no sequence. */
const WROTE_NOTHING = "select pg_current_xact_id_if_assigned() is null as nothing";

/** The trend of a vote that was cast since 2021, in weeks (`trend_of_vote`). */
const NEW_TREND = /"trend": (2[7-9]\d\d|[3-9]\d\d\d)(\.\d+)?/g;

/**
 * Replaces times and random ids of new rows, and rounds the trends of new votes to hundredths of a
 * week, which shows how many votes are counted but not when.
 */
function withoutRandomness(text: string): string {
  return text
    .replace(
      NEW_TREND,
      (_, weeks: string, rest = "") => `"trend": ${Number(weeks + rest).toFixed(2)}`,
    )
    .replace(/"20(?:2[1-9]|[3-9]\d)-\d\d-\d\dT[^"]*"/g, '"now"')
    .replace(/[0-9a-f]{8}-(?!0000)[0-9a-f]{4}-[0-9a-f-]{22}/g, "random");
}

const isWriting = (text: string) => /\b(?:insert|update|delete)\b/.test(text);

/**
 * Runs a statement on a connection whose tenant is company A, and rolls the statement back.
 * Statements that only read need no transaction if the owner runs them.
 * @param unchanged the rows of A and of B before the statement
 */
export async function runStatement(
  client: pg.Client,
  { companyId, otherId }: SqlFixtures,
  unchanged: Rows,
  { name, text, values, as }: { name: string; text: string; values: unknown[]; as: RunAs },
): Promise<Effect> {
  const writes = isWriting(text);
  if (!writes && as === "owner")
    return { result: await rowsOf(client, { name, text, values }), ...NO_ROWS };
  await client.query(as === "owner" ? "begin" : `begin; set local role ${as}`);
  let afterwards = "";
  try {
    const result = await rowsOf(client, { name, text, values });
    if (!writes) return { result, ...NO_ROWS };
    if (result.startsWith("error")) {
      afterwards = SET_SEQUENCES;
      return { result, ...unchanged };
    }
    const { rows } = await client.query<{ nothing: boolean }>(WROTE_NOTHING);
    if (rows[0]?.nothing) return { result, ...unchanged };
    afterwards = SET_SEQUENCES;
    if (as !== "owner") await client.query("reset role");
    return { result, ...(await readRows(client, { companyId, otherId })) };
  } finally {
    await client.query(`rollback; ${afterwards}`);
  }
}

/** Returns the result rows in a fixed order, or the error code. */
async function rowsOf(client: pg.Client, statement: pg.QueryConfig): Promise<string> {
  try {
    const { rows } = await client.query<object>(statement);
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    return withoutRandomness(lines.join("\n"));
  } catch (error) {
    return `error ${String((error as pg.DatabaseError).code)}`;
  }
}

/** Reads all rows of A and of B. */
export async function readRows(
  client: pg.Client,
  { companyId, otherId }: Pick<SqlFixtures, "companyId" | "otherId">,
): Promise<Rows> {
  const values = [companyId, otherId];
  const { rows } = await client.query<{ own: boolean; rows: string }>({
    name: "all_rows",
    text: SNAPSHOT,
    values,
  });
  // The rows are sorted without their times, because the times of both databases differ.
  const of = (isOwn: boolean) =>
    withoutRandomness(rows.find(({ own }) => own === isOwn)?.rows ?? "")
      .split("\n")
      .toSorted()
      .join("\n");
  return { own: of(true), rowsOfB: of(false) };
}
