import type { FeedbackItem } from "#contract/feedback.ts";
import { useComments } from "./useComments.ts";

/**
 * The item's number of comments: as many as its list shows or says, for the list is the fresher of
 * the two.
 */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): number {
  const { data, hasNextPage } = useComments(item.id);
  if (!data) return item.commentsCount;
  if (hasNextPage) return data.pages[0]?.total ?? item.commentsCount;
  return data.pages.reduce((shown, { items }) => shown + items.length, 0);
}
