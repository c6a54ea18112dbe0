import type { ModeratedPost } from "#contract/moderation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedHeader } from "#web/ui/StackedTable.tsx";
import { authorOf } from "./authorOf.ts";

/** The cell with a post, its board, its author and its date. */
export function PostCell({ post }: { post: ModeratedPost }) {
  const { feedbackId, commentId, title, text, boardName, author, createdAt } = post;
  return (
    <StackedHeader>
      <a
        href={`/feedback/${String(feedbackId)}${commentId === null ? "" : `#comment-${String(commentId)}`}`}
        dir="auto"
        className="font-semibold wrap-anywhere underline-offset-2 hover:underline"
      >
        {commentId === null ? title : `Comment on “${title}”`}
      </a>
      <span dir="auto" className="block text-xs wrap-anywhere text-muted">
        {boardName}
      </span>
      <PlainText className="mt-1 line-clamp-6 leading-6">{text}</PlainText>
      <span className="mt-1 block text-xs wrap-anywhere text-muted">
        Written <RelativeTime value={createdAt} /> by{" "}
        <bdi className="font-medium text-ink">{authorOf(post)}</bdi>
        {author?.fullName ? (
          <>
            {" "}
            (<bdi>{author.username}</bdi>)
          </>
        ) : null}{" "}
        {author?.isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
      </span>
    </StackedHeader>
  );
}
