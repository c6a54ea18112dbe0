import type pg from "pg";
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

const TABLES = [
  "board",
  "board_category",
  "saved_view",
  "roadmap_column",
  "feedback_item",
  "user_vote",
  "comment",
  "comment_reaction",
  "status_change",
  "activity",
  "activity_task",
  "notification",
  "mail_delivery",
  "follow",
  "invitation",
  "report",
  "rejected_post",
  "blocked_account",
  "undo_entry",
  "api_key",
  "api_answer",
  "export",
  "export_part",
  "export_person",
  "feedback_counter",
  "feedback_discussion",
  "feedback_search",
  "feedback_update",
  "audit_entry",
  "company_logo",
  "import_run",
  "import_part",
  "import_record",
  "imported_item",
  "imported_entry",
  "imported_person",
  "sign_on_provider",
  "email_domain",
  "webhook_endpoint",
  "webhook_secret",
  "webhook_delivery",
  "application_sign_in",
  "application_secret",
  "used_token",
  "organisation",
  "organisation_member",
];

const ROWS = [
  ...TABLES.map(
    (table) => `select '${table}' as t, company_id as c, to_jsonb(r)::text as row from ${table} r`,
  ),
  "select 'company', id, to_jsonb(r)::text from company r",
  "select 'user_account', home_company_id, to_jsonb(r)::text from user_account r",
].join(" union all ");

const SNAPSHOT = `select c = $1 as own, string_agg(t || row, E'\\n' order by t, row) as rows
  from (${ROWS}) r where c in ($1, $2) group by c`;

/** Resets the sequences, so that new ids do not depend on earlier statements. */
export const SEQUENCES = `select ${[
  "board",
  "board_category",
  "saved_view",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "activity",
  "notification",
  "mail_delivery",
  "invitation",
  "api_key",
  "export",
  "audit_entry",
  "user_account",
  "import_run",
  "webhook_endpoint",
  "webhook_delivery",
  "application_secret",
  "organisation",
]
  .map((table) => `setval('${table}_id_seq', 5000)`)
  .join(", ")}`;

/** Whether the transaction has written nothing: no row, no lock of a row and no sequence. */
const WROTE_NOTHING = "select pg_current_xact_id_if_assigned() is null as nothing";

/** Replaces times and random ids of new rows. */
function withoutRandomness(text: string): string {
  return text
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
      afterwards = SEQUENCES;
      return { result, ...unchanged };
    }
    const { rows } = await client.query<{ nothing: boolean }>(WROTE_NOTHING);
    if (rows[0]?.nothing) return { result, ...unchanged };
    afterwards = SEQUENCES;
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
  const of = (isOwn: boolean) =>
    withoutRandomness(rows.find(({ own }) => own === isOwn)?.rows ?? "");
  return { own: of(true), rowsOfB: of(false) };
}
