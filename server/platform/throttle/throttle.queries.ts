import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Counts an attempt. Returns the number of attempts in the current window and the seconds until the
 * window ends.
 */
export const countAttempt = statement<
  { key: string; windowSeconds: number },
  { hits: number; secondsLeft: number }
>(
  "count_attempt",
  (p) => sql`
    insert into throttle as t (key, hits) values (${p.key}, 1)
    on conflict (key) do update set
      hits = case when t.window_started_at > now() - make_interval(secs => ${p.windowSeconds}) then t.hits + 1 else 1 end,
      window_started_at = case
        when t.window_started_at > now() - make_interval(secs => ${p.windowSeconds}) then t.window_started_at else now() end
    returning hits, extract(epoch from window_started_at + make_interval(secs => ${p.windowSeconds}) - now())::float8 as seconds_left
  `,
);

/** Subtracts one counted attempt. */
export const uncountAttempt = statement<{ key: string }, never>(
  "uncount_attempt",
  (p) => sql`update throttle set hits = hits - 1 where key = ${p.key} and hits > 0`,
);

export const forgetAttempts = statement<{ key: string }, never>(
  "forget_attempts",
  (p) => sql`delete from throttle where key = ${p.key}`,
);

export const deleteOldAttempts = statement<Record<never, never>, never>(
  "delete_old_attempts",
  () => sql`delete from throttle where window_started_at < now() - interval '1 day'`,
);
