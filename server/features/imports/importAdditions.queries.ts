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
    with made as materialized (
      select feedback_id from import_record
      where company_id = ${p.companyId} and import_id = ${p.importId} and kind = 'item'
        and fate = 'new' and feedback_id is not null
    ), imported as materialized (
      select user_id from imported_person
      where company_id = ${p.companyId} and user_id is not null
    ), added as (
      select feedback_id, count(*) filter (where is_vote) as votes,
        count(*) filter (where not is_vote) as comments
      from (
        select feedback_id, user_id, true as is_vote from user_vote
        where company_id = ${p.companyId} and merged_from_id is null
          and feedback_id in (select feedback_id from made)
        union all
        select coalesce(merged_from_id, feedback_id), user_id, false from comment
        where company_id = ${p.companyId} and feedback_id in (select feedback_id from made)
      ) every
      where user_id is null or user_id not in (select user_id from imported)
      group by feedback_id
    )
    select f.id, f.title, added.votes, added.comments, count(*) over () as total_items,
      (sum(added.votes) over ())::bigint as total_votes,
      (sum(added.comments) over ())::bigint as total_comments
    from added
    join feedback_item f on f.company_id = ${p.companyId} and f.id = added.feedback_id
    order by f.id limit 20
  `.compile(q),
);
