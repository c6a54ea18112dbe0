import { vi } from "vitest";
import type { Sql } from "./ownerSql.ts";

/**
 * Waits until the database has ended all sessions of a killed portal. Until then, the database may
 * still process the portal's last statements.
 */
export async function waitForPortalSessions(sql: Sql): Promise<void> {
  const isOver = async () => {
    const sessions = await sql(
      "select from pg_stat_activity where application_name like 'hearback %' limit 1",
    );
    return sessions.length === 0;
  };
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 20 });
}
