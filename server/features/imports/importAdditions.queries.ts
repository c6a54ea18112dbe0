import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

/** What people have added to an item of an import. */
interface Addition {
  id: number;
  title: string;
  votes: number;
  comments: number;
  totalItems: number;
  totalVotes: number;
  totalComments: number;
}

/**
 * Returns the items that an import has created and that have votes or comments of other people than
 * those of imports, with the totals.
 */
export const listAdditions = statement<{ companyId: number; importId: number }, Addition>(
  "list_import_additions",
  (q, p) =>
    sql<Addition>`
    select f.id, f.title, added.votes, added.comments, count(*) over () as total_items,
      (sum(added.votes) over ())::bigint as total_votes,
      (sum(added.comments) over ())::bigint as total_comments
    from import_record r
    join feedback_item f on f.company_id = r.company_id and f.id = r.feedback_id
    cross join lateral (
      select
        (
          select count(*) from user_vote v
          where v.company_id = f.company_id and v.feedback_id = f.id and v.merged_from_id is null
            and not exists (
              select from imported_person p
              where p.company_id = v.company_id and p.user_id = v.user_id
            )
        ) as votes,
        (
          select count(*) from comment c
          where c.company_id = f.company_id and c.feedback_id = f.id and not exists (
            select from imported_entry e
            where e.company_id = c.company_id and e.comment_id = c.id
          )
        ) as comments
    ) added
    where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.fate = 'new'
      and added.votes + added.comments > 0
    order by f.id limit 20
  `.compile(q),
);
