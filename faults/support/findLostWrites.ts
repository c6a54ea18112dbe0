import type { WrongCount } from "#server/operations/recount/recount.queries.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";
import type { Sql } from "./ownerSql.ts";
import type { Ledger } from "./writeLoad.ts";
import { listWrites } from "./writeLoad.ts";

/**
 * Differences between the database and the acknowledged writes. If all is correct, the numbers are
 * 0 and the list is empty.
 */
export interface LostWrites {
  /** Number of acknowledged writes that are missing in the database. */
  lost: number;
  /** Number of writes that the database contains more than once. */
  duplicated: number;
  /** Stored counts that differ from a recount. */
  miscounted: WrongCount[];
}

/** Compares the sent writes with the database, and stored counts with a recount. */
export async function findLostWrites(sql: Sql, ledger: Ledger): Promise<LostWrites> {
  const found = await sql<{ key: string; times: number }>(
    `select title as key, count(*)::int as times from feedback_item where title = any ($1) group by 1
     union all
     select content, count(*)::int from comment where content = any ($2) group by 1
     union all
     select v.user_id || ' ' || v.feedback_id, count(*)::int
     from user_vote v join unnest($3::text[]) as sent (key)
       on v.user_id = split_part(sent.key, ' ', 1)::bigint and v.feedback_id = split_part(sent.key, ' ', 2)::bigint
     group by 1`,
    [[...ledger.items.keys()], [...ledger.comments.keys()], [...ledger.votes.keys()]],
  );
  const times = new Map(found.map(({ key, times: number }) => [key, number]));
  const sent = listWrites(ledger);
  return {
    lost: sent.filter(([key, isAcknowledged]) => isAcknowledged && !times.has(key)).length,
    duplicated: [...times.values()].filter((number) => number > 1).length,
    miscounted: await findWrongCounts((text) => sql(text)),
  };
}
