import { useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useRef } from "react";
import type { ImportedPost } from "#contract/importedPosts.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { DisownButton } from "./DisownButton.tsx";
import { commentAnchor } from "./namedComment.ts";
import { Card } from "#web/ui/Card.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { useFocusWhenLost } from "#web/ui/focus.ts";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";

/** The query for the items and comments that imports have written under the user's name. */
export const importedPostsQuery = apiPagedQuery("/api/user/imported-posts");

/**
 * Lists the items and comments that imports have written under the user's name, with buttons to
 * disown them. Renders nothing if there are none, as for nearly everyone.
 */
export function ImportedPostsCard({ userId }: { userId: number }) {
  const query = useInfiniteQuery(importedPostsQuery);
  const posts = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useRef<HTMLUListElement>(null);
  const { box, expectMore } = useFocusOnNewRow(posts.length);
  const total = query.data?.pages[0]?.total ?? 0;
  if (total === 0) return null;
  return (
    <Card
      title="Imported under my name"
      description={`${countLabel(total, "post")} from another product. If something here is not yours, take your account off it.`}
    >
      <div ref={box}>
        <ul
          ref={rows}
          tabIndex={-1}
          aria-label="Imported under my name"
          className="divide-y divide-line outline-none"
        >
          {posts.map((post) => (
            <PostRow
              key={`${String(post.feedbackId)} ${String(post.commentId)}`}
              {...post}
              userId={userId}
              focusAfterwards={rows}
            />
          ))}
        </ul>
        <NextPage
          list={query}
          loaded={query.data?.pages.length ?? 0}
          errorMessage="Failed to fetch posts"
          label="Show more posts"
          onPress={expectMore}
        />
      </div>
    </Card>
  );
}

interface PostRowProps extends ImportedPost {
  userId: number;
  focusAfterwards: RefObject<HTMLElement | null>;
}

function PostRow({ userId, focusAfterwards, ...post }: PostRowProps) {
  const { feedbackId, commentId, title, excerpt, createdAt } = post;
  useFocusWhenLost(focusAfterwards);
  const hash = commentId === null ? "" : `#${commentAnchor(commentId)}`;
  return (
    <li
      data-list-item
      tabIndex={-1}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
    >
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-base wrap-anywhere">
          {commentId === null ? null : <span className="text-muted">Comment on </span>}
          <a href={`/feedback/${String(feedbackId)}${hash}`} className="underline">
            <bdi>{title}</bdi>
          </a>
        </p>
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {excerpt}
        </p>
        <CalendarDate value={createdAt} className="text-xs text-muted" />
      </div>
      <DisownButton
        feedbackId={feedbackId}
        post={{ isImported: true, userId }}
        {...(commentId !== null && { commentId })}
      />
    </li>
  );
}
