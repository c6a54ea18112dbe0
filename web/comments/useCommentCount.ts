import type { FeedbackItem } from "#contract/feedback.ts";
import { useComments } from "./useComments.ts";

/** The list of comments holds the newest so many (contract, `commentsApi.list`). */
export const COMMENTS_LIMIT = 1000;

/** The item's number of comments: as many as its list shows, for the list is the fresher of the two. */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): number {
  const { data } = useComments(item.id);
  if (!data) return item.commentsCount;
  return data.length < COMMENTS_LIMIT ? data.length : Math.max(data.length, item.commentsCount);
}
