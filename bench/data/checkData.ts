import type pg from "pg";

/** What is stored, beside what it counts; each gives the number of rows that disagree. */
const DISAGREEMENTS = {
  "votes that are not count(user_vote)": `
    select count(*) from feedback_item f left join (
      select company_id, feedback_id, count(*) as votes from user_vote group by 1, 2
    ) v on v.company_id = f.company_id and v.feedback_id = f.id where f.votes <> coalesce(v.votes, 0)`,
  "comments_count that are not count(comment)": `
    select count(*) from feedback_item f left join (
      select company_id, feedback_id, count(*) as comments from comment group by 1, 2
    ) c on c.company_id = f.company_id and c.feedback_id = f.id where f.comments_count <> coalesce(c.comments, 0)`,
  "counters that are not their items": `
    select count(*) from (
      select company_id, board_id, status, category, coalesce(board_category_id, 0) as own, count(*) as items
      from feedback_item group by 1, 2, 3, 4, 5
    ) f full join (select * from feedback_counter where items <> 0) k
      on k.company_id = f.company_id and k.board_id = f.board_id and k.status = f.status and k.category = f.category
        and k.board_category_id = f.own
    where f.items is distinct from k.items`,
  "items that the search does not know as they are": `
    select count(*) from feedback_item f left join feedback_search s
      on s.company_id = f.company_id and s.feedback_id = f.id
    where (s.document, s.board_id, s.board_category_id, s.status, s.category) is distinct from
      (lower(f.title || chr(31) || f.description), f.board_id, f.board_category_id, f.status, f.category)`,
} as const;

/** Recounts all that is stored. @throws when anything is off, with how many rows of what */
export async function checkData(client: pg.ClientBase): Promise<void> {
  for (const [what, text] of Object.entries(DISAGREEMENTS)) {
    const { rows } = await client.query<{ count: string }>(text);
    if (rows[0]?.count !== "0") throw new Error(`${String(rows[0]?.count)} ${what}`);
  }
}
