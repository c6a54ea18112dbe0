import pg from "pg";
import type { TestPortal } from "./testPortal.ts";

interface Held {
  text: string;
  values?: unknown[];
}

/** Runs `work` to its end while an open transaction of somebody else holds what `text` locks; then that is rolled back. */
export async function holding<T>(
  { connectionString }: Pick<TestPortal, "connectionString">,
  { text, values = [] }: Held,
  work: () => Promise<T>,
): Promise<T> {
  const holder = new pg.Client({ connectionString });
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(text, values);
    return await work();
  } finally {
    await holder.end();
  }
}

/** Comes back once so many sessions of the database wait for a lock. */
export async function untilSomeWait({ sql }: Pick<TestPortal, "sql">, sessions: number): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    const waiters = await sql(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (waiters.length >= sessions) return;
    if (Date.now() > end) throw new Error(`Only ${String(waiters.length)} sessions came to wait`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
