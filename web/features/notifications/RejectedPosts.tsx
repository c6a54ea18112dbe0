import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { RejectedPost } from "#contract/rejectedPosts.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { useMarkRead } from "./MarkAllReadButton.tsx";

interface RejectedPostsProps {
  /** The item whose rejections are shown; all if absent. */
  feedbackId?: number;
}

/**
 * Tells authors which of their posts were not published, and why, and marks these posts as read.
 * Shows nothing if there are none.
 */
export function RejectedPosts({ feedbackId }: RejectedPostsProps) {
  const posts = useQuery(rejectedPostsQuery(feedbackId)).data ?? [];
  const { markRejectionsRead } = useMarkRead();
  const hasUnread = posts.some(({ isRead }) => !isRead);
  const markRead = useEffectEvent(() => markRejectionsRead(posts));
  useEffect(() => {
    if (hasUnread) markRead();
  }, [hasUnread]);
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="rejected-posts" className="mb-6">
      <h2 id="rejected-posts" className="mb-3 text-base font-semibold">
        Not published
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
        {posts.map((post) => (
          <li key={post.id} className="px-4 py-3 sm:px-6">
            <Rejection post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rejection({ post }: { post: RejectedPost }) {
  const { feedbackId, commentId, title, excerpt, reason, createdAt } = post;
  return (
    <>
      <p className="text-xs text-muted">
        {commentId === null ? "Feedback" : "Comment"} · <CalendarDate value={createdAt} />
      </p>
      <p dir="auto" className="font-medium wrap-anywhere">
        {commentId === null ? (
          title
        ) : (
          <a href={`/feedback/${String(feedbackId)}`} className="underline underline-offset-2">
            {title}
          </a>
        )}
      </p>
      <p dir="auto" className="line-clamp-3 text-sm wrap-anywhere text-muted">
        {excerpt}
      </p>
      {reason === null ? (
        <p className="mt-2 text-sm">The team has decided not to publish this.</p>
      ) : (
        <div className="mt-2 border-l-2 border-control pl-3 text-sm">
          <p className="text-xs text-muted">Reason</p>
          <PlainText>{reason}</PlainText>
        </div>
      )}
    </>
  );
}

/** Returns the query for the viewer's rejected posts, which are refetched on each visit. */
export function rejectedPostsQuery(feedbackId?: number) {
  const query = feedbackId === undefined ? {} : { feedbackId: String(feedbackId) };
  return { ...apiQuery("/api/rejected-posts", { query }), staleTime: 0 };
}
