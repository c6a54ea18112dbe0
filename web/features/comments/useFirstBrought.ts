import { useState } from "react";
import type { Comment } from "#contract/comments.ts";

/**
 * After 'Show earlier comments': the id of the first of those brought, which is to take the focus,
 * as the button moves on or goes. `comments` are those loaded, oldest first, in so many `pages`.
 */
export function useFirstBrought(comments: readonly Comment[], pages: number) {
  const [pagesWhenAsked, setPagesWhenAsked] = useState<number | null>(null);
  const [firstBroughtId, setFirstBroughtId] = useState<number>();
  if (pagesWhenAsked !== null && pages > pagesWhenAsked) {
    // Kept by its id: what others write meanwhile moves the pages' bounds, and must not move the
    // focus.
    setPagesWhenAsked(null);
    setFirstBroughtId(comments[0]?.id);
  }
  return { firstBroughtId, expectMore: () => setPagesWhenAsked(pages) };
}
