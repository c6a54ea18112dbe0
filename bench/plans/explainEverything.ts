import { dirname, join } from "node:path";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { PlanLog } from "./planLog.ts";

/**
 * Settings that make PostgreSQL log the plan of every executed statement, including statements in
 * functions and triggers.
 */
const SETTINGS = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_format": "json",
  "auto_explain.log_nested_statements": "on",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_timing": "off",
  "auto_explain.log_buffers": "on",
};

/**
 * Statements that add rows to tables that are small in the generated data. Otherwise PostgreSQL
 * would rightly scan these tables.
 */
const FILL = `
  insert into session (token_hash, user_id, host, expires_at)
    select sha256(('filler ' || n)::bytea), 1 + n % (select count(*) from user_account), null, now() + interval '1 day' from generate_series(1, 5000) n;
  insert into throttle (key, hits) select 'filler:' || n, 1 from generate_series(1, 5000) n;
  insert into known_device (token_hash, user_id)
    select sha256(('filler ' || n)::bytea), 1 + n % (select count(*) from user_account) from generate_series(1, 5000) n;
  insert into audit_entry (company_id, actor_id, actor_username, action, ip)
    select 1 + n % (select count(*) from company), 1 + n % (select count(*) from user_account), 'someone@example.com', 'board.update', '::1' from generate_series(1, 5000) n;
  analyze session, throttle, known_device, audit_entry`;

/**
 * Makes all new connections to the portal's database log the plans of their statements. Returns the
 * log.
 */
export async function explainEverything({ sql }: TestPortal): Promise<PlanLog> {
  await sql(FILL);
  // The settings of auto_explain exist only after the extension is loaded.
  await sql("load 'auto_explain'");
  const [database] = await sql<{ name: string; folder: string }>(
    "select current_database() as name, current_setting('data_directory') as folder",
  );
  if (!database) throw new Error("There is no database");
  for (const [setting, value] of Object.entries(SETTINGS)) {
    await sql(`alter database "${database.name}" set ${setting} = '${value}'`);
  }
  return new PlanLog(join(dirname(database.folder), "postgres.log"), database.name);
}
