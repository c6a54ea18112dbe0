import type { Sql } from "./ownerSql.ts";
import type { Ledger } from "./writeLoad.ts";
import { listWrites } from "./writeLoad.ts";

/** What the database holds against what was acknowledged. All zero and empty in a right one. */
export interface Losses {
  /** Acknowledged, and not there. */
  lost: number;
  /** There more than once, acknowledged or not. */
  doubled: number;
  /** Stored counts that are not what counting gives. */
  miscounted: { what: string; place: string }[];
}

/** Compares a ledger with the database, and every stored count with its recount. */
export async function findLosses(sql: Sql, ledger: Ledger): Promise<Losses> {
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
    doubled: [...times.values()].filter((number) => number > 1).length,
    miscounted: await sql(RECOUNT),
  };
}

const RECOUNT = `
  select 'votes' as what, f.id::text as place from feedback_item f
    left join (select company_id, feedback_id, count(*) as counted from user_vote group by 1, 2) v
      on v.company_id = f.company_id and v.feedback_id = f.id
    where f.votes <> coalesce(counted, 0)
  union all
  select 'comments', f.id::text from feedback_item f
    left join (select company_id, feedback_id, count(*) as counted from comment group by 1, 2) c
      on c.company_id = f.company_id and c.feedback_id = f.id
    where f.comments_count <> coalesce(counted, 0)
  union all
  select 'items', concat_ws(' ', company_id, board_id, status, category, board_category_id)
    from (select * from feedback_counter where items <> 0) stored
    full join (
      select company_id, board_id, status, category, coalesce(board_category_id, 0) as board_category_id, count(*) as counted
      from feedback_item group by 1, 2, 3, 4, 5
    ) recount using (company_id, board_id, status, category, board_category_id)
    where items is distinct from counted
  union all
  select 'search', f.id::text from feedback_item f full join feedback_search s on s.company_id = f.company_id and s.feedback_id = f.id
    where (s.document, s.board_id, s.status, s.category, s.board_category_id) is distinct from
      (lower(f.title || chr(31) || f.description), f.board_id, f.status, f.category, f.board_category_id)`;
