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
 * The level at which the viewer follows an item. It is the stored level or, without one, the default
 * level of authors and voters (docs/product-decisions.md "Following and notifications"); null for
 * other viewers.
 */
const levelFrom = (viewerId: unknown, storedLevel: Sql, isFollowingByVote: Sql) => sql`
  coalesce(
    ${storedLevel},
    case when f.user_id = ${viewerId} then 'all' when ${isFollowingByVote} then 'status' end
  )`;

/** The level at which the viewer follows the item `f`. */
export const followLevel = (viewerId: unknown) =>
  levelFrom(
    viewerId,
    sql`(select w.level from follow w
      where w.company_id = f.company_id and w.feedback_id = f.id and w.user_id = ${viewerId})`,
    followsByVote(viewerId),
  );

/** How a query gets the viewer's part of items: columns, and the joins that they need. */
interface ViewersPart {
  columns: Sql;
  joins: Sql;
}

export const visitorsPart: ViewersPart = {
  columns: sql`false as has_voted, null::text as follow`,
  joins: sql``,
};

/**
 * Returns the viewer's votes and levels for the items `f` of a CTE, with one look-up of each for all
 * items. `offset 0` prevents a look-up for each item.
 */
export function viewersPartOf(cte: string, p: OfViewer): ViewersPart {
  const ofItems = sql`where company_id = ${p.companyId} and user_id = ${p.viewerId}
    and feedback_id = any (array(select id from ${sql.ref(cte)})) offset 0`;
  const level = levelFrom(p.viewerId, sql`w.level`, sql`v.is_following`);
  return {
    columns: sql`v.feedback_id is not null as has_voted, ${level} as follow`,
    joins: sql`
      left join (select feedback_id, is_following from user_vote ${ofItems}) v on v.feedback_id = f.id
      left join (select feedback_id, level from follow ${ofItems}) w on w.feedback_id = f.id`,
  };
}

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
