import type { FeedbackItem } from "#contract/feedback.ts";
import { useComments } from "./useComments.ts";

/**
 * Returns the number of an item's comments. The number is taken from the comment list if the list
 * has loaded, because the list is more recent than the item's count.
 */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): number {
  const { data, hasNextPage } = useComments(item.id);
  if (!data) return item.commentsCount;
  if (hasNextPage) return data.pages[0]?.total ?? item.commentsCount;
  return data.pages.reduce((shown, { items }) => shown + items.length, 0);
}
