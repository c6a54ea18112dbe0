import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { MineFilter } from "#contract/feedbackFilters.ts";

// SQL for how the viewer is involved in items: the viewer's votes and levels of following, and the
// lists of items that the viewer has submitted, voted for, commented on or followed.

/** Whether the viewer has voted for the item `f`. */
export const hasVotedFor = (viewerId: unknown) => sql`
  exists (select from user_vote v
    where v.company_id = f.company_id and v.feedback_id = f.id and v.user_id = ${viewerId})`;

/** Whether the viewer has a vote for the item `f` that makes the viewer a follower. */
const followsByVote = (viewerId: unknown) => sql`
  exists (select from user_vote v
    where v.company_id = f.company_id and v.feedback_id = f.id and v.user_id = ${viewerId}
      and v.is_following)`;

/**
 * The level at which the viewer follows the item `f`. It is the stored level or, without one, the
 * default level of authors and voters (docs/product-decisions.md "Following and notifications");
 * null for other viewers. A query that has already computed whether the viewer has voted passes the
 * result as `hasVoted`, so that votes are looked up only for items with a vote of the viewer.
 */
export const followLevel = (viewerId: unknown, hasVoted: Sql = sql`true`) => sql`
  coalesce(
    (select w.level from follow w
      where w.company_id = f.company_id and w.feedback_id = f.id and w.user_id = ${viewerId}),
    case when f.user_id = ${viewerId} then 'all'
      when ${hasVoted} and ${followsByVote(viewerId)} then 'status' end
  )`;

interface OfViewer {
  companyId: number;
  viewerId: number | null;
}

const submitted = ({ companyId, viewerId }: OfViewer) =>
  sql`select id from feedback_item where company_id = ${companyId} and user_id = ${viewerId}`;

const voted = ({ companyId, viewerId }: OfViewer) =>
  sql`select feedback_id from user_vote where company_id = ${companyId} and user_id = ${viewerId}`;

/** Internal notes are excluded, so that a former admin does not learn which items have notes. */
const commented = ({ companyId, viewerId }: OfViewer) => sql`
  select distinct feedback_id from comment
  where company_id = ${companyId} and user_id = ${viewerId} and visibility <> 'internal'`;

const follows = ({ companyId, viewerId }: OfViewer) =>
  sql`select feedback_id from follow where company_id = ${companyId} and user_id = ${viewerId}`;

/** Returns a subquery for the ids of the viewer's own items of this kind, each id once. */
export function mineIds(mine: MineFilter, p: OfViewer): Sql {
  if (mine === "submitted") return sql`(${submitted(p)})`;
  if (mine === "voted") return sql`(${voted(p)})`;
  if (mine === "commented") return sql`(${commented(p)})`;
  return sql`(
    ${submitted(p)} union ${voted(p)} and is_following union ${follows(p)} and level <> 'off'
    except ${follows(p)} and level = 'off'
  )`;
}
