import type { FeedbackItem } from "#contract/feedback.ts";
import { useComments } from "./useComments.ts";

/**
 * The number of comments: from the loaded list if possible, because it is newer than the item's
 * count.
 */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): number {
  const { data, hasNextPage } = useComments(item.id);
  if (!data) return item.commentsCount;
  if (hasNextPage) return data.pages[0]?.total ?? item.commentsCount;
  return data.pages.reduce((shown, { items }) => shown + items.length, 0);
}
