import { useState } from "react";
import type { Comment } from "#contract/comments.ts";

/**
 * After 'Show earlier comments': the id of the first newly loaded comment, which gets the focus.
 * `comments` are the loaded ones, oldest first, from `pages` pages.
 */
export function useFirstLoadedComment(comments: readonly Comment[], pages: number) {
  const [pagesWhenAsked, setPagesWhenAsked] = useState<number | null>(null);
  const [firstBroughtId, setFirstBroughtId] = useState<number>();
  if (pagesWhenAsked !== null && pages > pagesWhenAsked) {
    // Identified by id: new comments by others move the page bounds.
    setPagesWhenAsked(null);
    setFirstBroughtId(comments[0]?.id);
  }
  return { firstBroughtId, expectMore: () => setPagesWhenAsked(pages) };
}
