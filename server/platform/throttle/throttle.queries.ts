import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/**
 * Counts an attempt. Returns the number of attempts in the current window and the seconds until the
 * window ends.
 */
export const countAttempt = statement<
  { key: string; windowSeconds: number },
  { hits: number; secondsLeft: number }
>("count_attempt", (q, p) =>
  sql<{ hits: number; secondsLeft: number }>`
    insert into throttle as t (key, hits) values (${p.key}, 1)
    on conflict (key) do update set
      hits = case when t.window_started_at > now() - make_interval(secs => ${p.windowSeconds}) then t.hits + 1 else 1 end,
      window_started_at = case
        when t.window_started_at > now() - make_interval(secs => ${p.windowSeconds}) then t.window_started_at else now() end
    returning hits, extract(epoch from window_started_at + make_interval(secs => ${p.windowSeconds}) - now())::float8 as seconds_left
  `.compile(q),
);

/** Subtracts one counted attempt. */
export const uncountAttempt = statement<{ key: string }, never>("uncount_attempt", (q, p) =>
  sql<never>`update throttle set hits = hits - 1 where key = ${p.key} and hits > 0`.compile(q),
);

export const forgetAttempts = statement<{ key: string }, never>("forget_attempts", (q, p) =>
  q.deleteFrom("throttle").where("key", "=", p.key).$castTo<never>().compile(),
);

export const deleteOldAttempts = statement<Record<never, never>, never>(
  "delete_old_attempts",
  (q) =>
    q
      .deleteFrom("throttle")
      .where("windowStartedAt", "<", sql<string>`now() - interval '1 day'`)
      .$castTo<never>()
      .compile(),
);
