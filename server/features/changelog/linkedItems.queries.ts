import { ENTRY_ITEMS } from "#contract/changelog.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { sql } from "#server/platform/db/sql.ts";

/** The columns of the item `f` on the board `b`, as a JSON object. */
export const linkedItem = sql`jsonb_build_object(
  'id', f.id, 'title', f.title, 'description', left(f.description, 500), 'status', f.status,
  'state', f.state, 'votes', f.votes, 'boardId', f.board_id, 'isPrivate', b.is_private,
  'createdAt', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Whether the viewer sees that an entry links the item `f` on the board `b`. An item of a private
 * board is left out for visitors. So is an item that was merged, because its target has its own entry.
 */
export const canSeeLinked = (p: Pick<Visibility, "viewerId" | "canSeePrivate">) => sql`(
  ${canSeeItem(p)} and (${p.canSeePrivate}::boolean or f.state in ('open', 'closed'))
)`;

/** The items of the entry `e` that the viewer can see, in their order. */
export const linkedItems = (p: Pick<Visibility, "viewerId" | "canSeePrivate">) => sql`coalesce((
  select jsonb_agg(linked.item order by linked.position) from (
    select ${linkedItem} as item, i.position
    from changelog_entry_item i
    join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
    join board b on b.company_id = f.company_id and b.id = f.board_id
    where i.company_id = e.company_id and i.entry_id = e.id and ${canSeeLinked(p)}
    order by i.position limit ${sql.lit(ENTRY_ITEMS)}
  ) linked
), '[]')`;
