import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The votes and comments that an imported item has received since its import. */
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
 * Returns up to 20 items that an import has created and that have received votes or comments since,
 * with the totals for all such items. Votes that a merge has copied to an item are not counted.
 */
export const listAdditions = statement<
  { companyId: number; importId: number; since: string },
  Addition
>(
  "list_import_additions",
  (p) => sql`
    with added as (
      select r.feedback_id, 1 as votes, 0 as comments
      from import_record r
      join user_vote v on v.company_id = r.company_id and v.feedback_id = r.feedback_id
      where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.fate = 'new'
        and v.merged_from_id is null and v.created_at > ${p.since}
      union all
      select r.feedback_id, 0, 1
      from import_record r
      join comment c on c.company_id = r.company_id and c.feedback_id = r.feedback_id
      where r.company_id = ${p.companyId} and r.import_id = ${p.importId} and r.fate = 'new'
        and c.created_at > ${p.since}
    )
    select f.id, f.title, sum(added.votes) as votes, sum(added.comments) as comments,
      count(*) over () as total_items,
      (sum(sum(added.votes)) over ())::bigint as total_votes,
      (sum(sum(added.comments)) over ())::bigint as total_comments
    from added join feedback_item f on f.company_id = ${p.companyId} and f.id = added.feedback_id
    group by f.id, f.title order by f.id limit 20
  `,
);
