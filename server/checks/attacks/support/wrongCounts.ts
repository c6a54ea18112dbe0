import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";

/** Returns all companies' items and boards whose stored counts differ from a recount. */
export function wrongCounts({ sql }: Pick<TestPortal, "sql">): Promise<object[]> {
  return sql(
    `select 'votes' as what, f.id from feedback_item f
       where votes <> (select count(*) from user_vote v where (v.company_id, v.feedback_id) = (f.company_id, f.id))
     union all
     select 'comments', f.id from feedback_item f
       where comments_count <> (select count(*) from comment c
         where (c.company_id, c.feedback_id) = (f.company_id, f.id) and c.visibility = 'public')
     union all
     select 'hidden comments', f.id from feedback_item f
       where hidden_comments_count <> (select count(*) from comment c
         where (c.company_id, c.feedback_id) = (f.company_id, f.id) and c.visibility <> 'public')
     union all
     select 'items of a board', b.id from board b
       where (select count(*) from feedback_item f
         where (f.company_id, f.board_id) = (b.company_id, b.id) and f.state = 'open')
         <> (select coalesce(sum(items), 0) from feedback_counter c where (c.company_id, c.board_id) = (b.company_id, b.id))`,
  );
}
