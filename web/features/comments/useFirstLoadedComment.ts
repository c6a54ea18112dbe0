import { useState } from "react";
import type { Comment } from "#contract/comments.ts";

/**
 * After 'Show earlier comments': the id of the first newly loaded comment, which gets the focus.
 * `comments` are the loaded ones, oldest first, from `pages` pages.
 */
export function useFirstLoadedComment(comments: readonly Comment[], pages: number) {
  const [pagesBefore, setPagesBefore] = useState<number | null>(null);
  const [firstLoadedId, setFirstLoadedId] = useState<number>();
  if (pagesBefore !== null && pages > pagesBefore) {
    // By id, because new comments by other users shift the comments of a page.
    setPagesBefore(null);
    setFirstLoadedId(comments[0]?.id);
  }
  return { firstLoadedId, expectMore: () => setPagesBefore(pages) };
}
