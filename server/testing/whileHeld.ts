import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestPortal } from "./testPortal.ts";

interface Held {
  text: string;
  values: unknown[];
  waiting: number;
  until?: () => boolean;
}

/** Turns of 10 ms and a statement: many seconds, for machines that are busy. */
const TURNS = 800;

/**
 * Runs `work` while an open transaction holds what `text` locks or has written. It is committed once so many sessions wait for
 * it (and `until` says so, where it is given), so that a race that is rarely met is met every time.
 */
export async function whileHeld<T>(
  { connectionString, sql }: Pick<TestPortal, "connectionString" | "sql">,
  { text, values, waiting, until }: Held,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(text, values);
    const result = work();
    for (let turn = 0; turn < TURNS; turn += 1) {
      const waiters = await sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (waiters.length >= waiting && (until?.() ?? true)) break;
      if (turn === TURNS - 1) throw new Error(`Only ${String(waiters.length)} sessions came to wait`);
      await sleep(10);
    }
    await holder.query("commit");
    return await result;
  } finally {
    await holder.end();
  }
}
