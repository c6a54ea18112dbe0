import type { ModeratedPost } from "#contract/moderation.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { StackedCell, StackedHeader } from "#web/ui/StackedTable.tsx";
import { authorOf } from "./authorOf.ts";

/** The cells with a post, its author and its date. */
export function PostCells({ post }: { post: ModeratedPost }) {
  const { feedbackId, commentId, title, text, boardName, author, createdAt } = post;
  return (
    <>
      <StackedHeader>
        <a
          href={`/feedback/${String(feedbackId)}`}
          dir="auto"
          className="font-semibold wrap-anywhere underline-offset-2 hover:underline"
        >
          {commentId === null ? title : `Comment on “${title}”`}
        </a>
        <span dir="auto" className="block text-xs wrap-anywhere text-muted">
          {boardName}
        </span>
        <PlainText className="mt-1 line-clamp-6 leading-6">{text}</PlainText>
      </StackedHeader>
      <StackedCell label="Author" className="wrap-anywhere">
        <span dir="auto" className="block">
          {authorOf(post)}
        </span>
        {author ? <span className="block text-muted">{author.username}</span> : null}
        {author?.isBlocked ? <Badge tone="danger">Blocked</Badge> : null}
      </StackedCell>
      <StackedCell label="Since" className="whitespace-nowrap">
        <RelativeTime value={createdAt} />
      </StackedCell>
    </>
  );
}
