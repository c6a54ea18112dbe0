import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

export const ping = statement<Record<never, never>, { ok: number }>("ping", (q) =>
  sql<{ ok: number }>`select 1 as ok`.compile(q),
);
