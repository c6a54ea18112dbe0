import type { ReactionEmoji, CommentVisibility } from "#contract/comments.ts";
import type { FeedbackState } from "#contract/feedback.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { canReadComment } from "./comments.queries.ts";

type OfReaction = Visibility<number> & { commentId: number; emoji: ReactionEmoji };

/** The comment, and whether the statement has changed its reactions. */
export interface ReactedComment {
  feedbackId: number;
  boardId: number;
  isPrivate: boolean;
  state: FeedbackState;
  visibility: CommentVisibility;
  isChanged: boolean;
}

/** Selects the comment if the viewer can read it. */
const readable = (p: OfReaction) => sql`
  select comment.company_id, comment.id, comment.visibility, f.id as feedback_id, f.board_id, f.state,
    b.is_private
  from comment
  join feedback_item f on f.company_id = comment.company_id and f.id = comment.feedback_id
  join board b on b.company_id = f.company_id and b.id = f.board_id
  where comment.company_id = ${p.companyId} and comment.id = ${p.commentId}
    and ${canSeeItem(p)} and ${canReadComment(p)}`;

const columns = sql`feedback_id, board_id, is_private, state, visibility`;

/**
 * Adds the viewer's reaction, unless there is one with this emoji, or the comment or its item accepts
 * none. A trigger counts it. Returns nothing if the viewer cannot read the comment.
 */
export const insertReaction = statement<OfReaction, ReactedComment>(
  "insert_reaction",
  (p) => sql`
    with found as (${readable(p)}), inserted as (
      insert into comment_reaction (company_id, comment_id, user_id, emoji)
      select company_id, id, ${p.viewerId}, ${p.emoji} from found
      where visibility <> 'pending' and state in ('open', 'closed')
      on conflict do nothing
      returning emoji
    )
    select ${columns}, exists (select from inserted) as is_changed from found
  `,
);

/** Takes back the viewer's reaction. Returns nothing if the viewer cannot read the comment. */
export const deleteReaction = statement<OfReaction, ReactedComment>(
  "delete_reaction",
  (p) => sql`
    with found as (${readable(p)}), deleted as (
      delete from comment_reaction r using found
      where r.company_id = found.company_id and r.comment_id = found.id
        and r.user_id = ${p.viewerId} and r.emoji = ${p.emoji}
      returning r.emoji
    )
    select ${columns}, exists (select from deleted) as is_changed from found
  `,
);
