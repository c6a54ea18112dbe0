import type { FeedbackDetail } from "#contract/feedback.ts";
import { DELETED_USER } from "#contract/users.ts";
import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { itemColumnsFor } from "./itemColumns.queries.ts";
import { isImportedItem } from "./itemConditions.queries.ts";
import { sourceColumns } from "./sourceOf.queries.ts";
import { followLevel, hasVotedFor } from "./viewersPart.queries.ts";

/**
 * The number of votes without a voter that the item `f` and the items merged into it have together.
 */
export const unnamedVotes = sql`(f.unnamed_votes + coalesce((
  select sum(source.unnamed_votes) from feedback_item source
  where source.company_id = f.company_id and source.merged_into_id = f.id), 0))::integer`;

/** The kind of viewer by which the columns of an item differ. */
interface ViewerShape {
  isSignedIn: boolean;
  isAdmin: boolean;
}

/** Selects the item `f` on the board `b` as a viewer sees it, with its board. Add the conditions. */
export const selectItem = (
  p: { viewerId: unknown; canSeePrivate: unknown; canSeeAddresses: unknown },
  { isSignedIn, isAdmin }: ViewerShape,
): Sql => {
  const viewersPart = isSignedIn
    ? sql`${hasVotedFor(p.viewerId)} as has_voted, ${followLevel(p.viewerId)} as follow`
    : sql`false as has_voted, null::text as follow`;
  const adminsPart = isAdmin
    ? sql`nullif(${unnamedVotes}, 0) as unnamed_votes, (
        select jsonb_build_object('id', assignee.id, 'fullName', assignee.full_name,
          'pictureUrl', ${pictureUrl("assignee")})
        from user_account assignee where assignee.id = f.assignee_id) as assignee`
    : sql`null::integer as unnamed_votes, null::jsonb as assignee`;
  return sql`
    select ${itemColumnsFor(p, true)}, b.is_private,
      (select target.id from feedback_item target join board target_board
        on target_board.company_id = target.company_id and target_board.id = target.board_id
        where target.company_id = f.company_id and target.id = f.merged_into_id
          and (not target_board.is_private or ${p.canSeePrivate})) as merged_into_id,
      (select jsonb_build_object('title', e.title, 'slug', e.slug)
        from changelog_entry_item i
        join changelog_entry e on e.company_id = i.company_id and e.id = i.entry_id
        where i.company_id = f.company_id and i.feedback_id = f.id
          and e.state = 'published') as changelog_entry,
      case when f.is_author_deleted then jsonb_build_object(
          'fullName', ${sql.lit(DELETED_USER)}, 'pictureUrl', null)
        when author.id is not null then jsonb_build_object(
          'fullName', author.full_name, 'pictureUrl', ${pictureUrl("author")})
          || case when (${p.canSeeAddresses}::boolean or author.id = ${p.viewerId}::bigint)
              and not author.is_imported
            then jsonb_build_object('username', author.username) else '{}' end
        end as author,
      author.id is not null and not author.is_imported and ${isImportedItem} as is_imported,
      f.closed_at, f.close_reason, ${sourceColumns("f", "closeNote")}, ${viewersPart}, ${adminsPart}
    from feedback_item f
    join board b on b.company_id = f.company_id and b.id = f.board_id
    left join user_account author on author.id = f.user_id`;
};

/**
 * Lists published items as visitors of their boards see them, also of private boards. The caller
 * decides who may read about private boards.
 */
export const listItemsForVisitors = statement<
  { companyId: number; feedbackIds: readonly number[] },
  FeedbackDetail & { isPrivate: boolean }
>(
  "list_items_for_visitors",
  (p) => sql`
    ${selectItem(
      { viewerId: sql`null::bigint`, canSeePrivate: sql`false`, canSeeAddresses: sql`false` },
      { isSignedIn: false, isAdmin: false },
    )}
    where f.company_id = ${p.companyId} and f.id = any (${p.feedbackIds}::bigint[])
      and f.state <> 'pending'
  `,
);
