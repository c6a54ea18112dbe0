import { sql } from "#server/platform/db/sql.ts";
import type { RejectedPost } from "#contract/rejectedPosts.ts";
import { REJECTED_POSTS_LIMIT } from "#contract/rejectedPosts.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Characters of a rejected post that its author sees again. */
const EXCERPT = 300;

interface OfPosts {
  companyId: number;
  feedbackIds: readonly number[];
  commentIds: readonly number[];
}

const excerptOf = (text: string) => sql`left(${sql.ref(text)}, ${sql.lit(EXCERPT)})`;

/**
 * Stores for the authors what is rejected, and returns them. Must be executed before the posts are
 * deleted.
 */
export const insertRejectedPosts = statement<
  OfPosts & { reason: string | null },
  { userId: number }
>(
  "insert_rejected_posts",
  (p) => sql`
    insert into rejected_post
      (company_id, user_id, item_number, comment_number, title, excerpt, reason)
    select ${p.companyId}::bigint, post.*, ${p.reason}
    from (
      select user_id, id, null::bigint, title, ${excerptOf("description")}
      from feedback_item
      where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
        and user_id is not null
      union all
      select c.user_id, f.id, c.id, f.title, ${excerptOf("c.content")}
      from comment c join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
      where c.company_id = ${p.companyId} and c.id = any (${p.commentIds}::bigint[])
        and c.user_id is not null
    ) post
    returning user_id
  `,
);

/** Deletes what was stored of posts that wait for approval again. */
export const deleteRejectedPosts = statement<OfPosts, never>(
  "delete_rejected_posts",
  (p) => sql`
    delete from rejected_post
    where company_id = ${p.companyId} and (
      comment_number is null and item_number = any (${p.feedbackIds}::bigint[])
      or comment_number = any (${p.commentIds}::bigint[])
    )
  `,
);

/** Returns the author's rejected posts, newest first; with `feedbackId`, those of this item. */
export const listRejectedPosts = statement<
  { companyId: number; viewerId: number; feedbackId: number | null },
  RejectedPost
>(
  "list_rejected_posts",
  (p) => sql`
    select id, item_number as feedback_id, comment_number as comment_id, title, excerpt, reason,
      is_read, created_at
    from rejected_post
    where company_id = ${p.companyId} and user_id = ${p.viewerId}
      and (${p.feedbackId}::bigint is null or item_number = ${p.feedbackId})
    order by id desc limit ${sql.lit(REJECTED_POSTS_LIMIT)}
  `,
);

/** Marks the author's rejected posts as read; without `ids`, all of them. */
export const markRejectionsRead = statement<
  { companyId: number; viewerId: number; ids: readonly number[] | null },
  { id: number }
>(
  "mark_rejections_read",
  (p) => sql`
    update rejected_post set is_read = true
    where company_id = ${p.companyId} and user_id = ${p.viewerId} and not is_read
      and (${p.ids}::bigint[] is null or id = any (${p.ids}::bigint[]))
    returning id
  `,
);

/** Deletes what was rejected more than 90 days ago, in all companies. */
export const deleteOldRejections = statement<Record<never, never>, never>(
  "delete_old_rejections",
  () => sql`delete from rejected_post where created_at < now() - interval '90 days'`,
);
