import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

export const ping = statement<Record<never, never>, { ok: number }>(
  "ping",
  () => sql`select 1 as ok`,
);
