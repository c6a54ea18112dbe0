import type { FeedbackItem } from "#contract/feedback.ts";
import { useComments } from "./useComments.ts";

/** The numbers of an item's comments and, for admins, of its internal notes. */
export interface CommentCount {
  readonly comments: number;
  readonly notes: number;
}

/**
 * Returns the numbers of an item's comments and notes. The numbers are taken from the comment list
 * if the list has loaded, because the list is more recent than the item's count. Loaded comments
 * that wait for approval are not counted. Notes that are not loaded yet are counted as comments.
 */
export function useCommentCount(item: Pick<FeedbackItem, "id" | "commentsCount">): CommentCount {
  const { data, hasNextPage } = useComments(item.id);
  if (!data) return { comments: item.commentsCount, notes: 0 };
  const loaded = data.pages.flatMap(({ items }) => items);
  const notes = loaded.filter(({ visibility }) => visibility === "internal").length;
  const pending = loaded.filter(({ visibility }) => visibility === "pending").length;
  const total = hasNextPage ? (data.pages[0]?.total ?? item.commentsCount) : loaded.length;
  return { comments: total - notes - pending, notes };
}
