import type pg from "pg";
import type { SqlFixtures } from "./createSqlFixtures.ts";

/** Who runs a statement: the owner, whom row-level security does not concern, or the tenants' role, which it does. */
export type RunAs = "owner" | "hearback_app";

/** What a statement did, in words that can be compared. */
export interface Effect {
  /** Its rows, or the code of its error. */
  result: string;
  own: string;
  theirs: string;
}

const TABLES = [
  "board",
  "board_category",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "feedback_counter",
  "feedback_search",
  "audit_entry",
  "company_logo",
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

/** Ids start from the same number, whatever ran before. */
const SEQUENCES = `select ${[
  "board",
  "board_category",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "audit_entry",
  "user_account",
]
  .map((table) => `setval(pg_get_serial_sequence('${table}', 'id'), 5000)`)
  .join(", ")}`;

/** What is new: its time and its random ids are nobody's secret. */
function withoutChance(text: string): string {
  return text
    .replace(/"20(?:2[1-9]|[3-9]\d)-\d\d-\d\dT[^"]*"/g, '"now"')
    .replace(/[0-9a-f]{8}-(?!0000)[0-9a-f]{4}-[0-9a-f-]{22}/g, "random");
}

const isWriting = (text: string) => /\b(?:insert|update|delete)\b/.test(text);

/**
 * Runs a statement for company A in a fixtures, whose connection has A as its company, and takes everything back. What only reads changes
 * nothing.
 */
export async function runStatement(
  client: pg.Client,
  { companyId, otherId }: SqlFixtures,
  { text, values, as }: { text: string; values: unknown[]; as: RunAs },
): Promise<Effect> {
  const writes = isWriting(text);
  if (!writes && as === "owner")
    return { result: await rowsOf(client, text, values), own: "", theirs: "" };
  const role = as === "owner" ? "" : `set local role ${as};`;
  await client.query(`${writes ? SEQUENCES : ""}; begin; ${role} savepoint before`);
  try {
    const result = await rowsOf(client, text, values);
    if (!writes) return { result, own: "", theirs: "" };
    if (result.startsWith("error")) await client.query("rollback to before");
    if (as !== "owner") await client.query("reset role");
    return { result, ...(await readRows(client, { companyId, otherId })) };
  } finally {
    await client.query("rollback");
  }
}

/** A statement's rows in no order, or its error's code. */
async function rowsOf(client: pg.Client, text: string, values: unknown[]): Promise<string> {
  try {
    const { rows } = await client.query<object>({ text, values });
    const lines = rows.map((row) => JSON.stringify(row)).toSorted();
    return withoutChance(lines.join("\n"));
  } catch (error) {
    return `error ${String((error as pg.DatabaseError).code)}`;
  }
}

/** All that belongs to A, and to B. */
export async function readRows(
  client: pg.Client,
  { companyId, otherId }: Pick<SqlFixtures, "companyId" | "otherId">,
): Promise<Pick<Effect, "own" | "theirs">> {
  const values = [companyId, otherId];
  const { rows } = await client.query<{ own: boolean; rows: string }>({
    name: "all_rows",
    text: SNAPSHOT,
    values,
  });
  const of = (isOwn: boolean) => withoutChance(rows.find(({ own }) => own === isOwn)?.rows ?? "");
  return { own: of(true), theirs: of(false) };
}
