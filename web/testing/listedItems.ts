import type { Comment } from "#contract/comments.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import type { MineFilter } from "#contract/feedbackFilters.ts";
import type { FeedbackQuery } from "#contract/feedbackQuery.ts";
import { foldText } from "#contract/foldText.ts";
import { searchWords } from "#contract/searchWords.ts";
import type { User } from "#contract/users.ts";

/** The data by which items are listed. */
interface ListedData {
  readonly user: User | null;
  readonly items: readonly FeedbackDetail[];
  readonly comments: readonly Comment[];
}

/**
 * Whether the filter `mine` of the feedback list includes an item: whether the signed-in user has
 * submitted the item, voted for it, commented on it or followed it.
 */
function isMine({ user, comments }: ListedData, item: FeedbackDetail, mine: MineFilter): boolean {
  const isOwn = ({ userId }: { userId: number | null }) => userId === user?.id;
  const parts = {
    submitted: isOwn(item),
    voted: item.hasVoted,
    commented: comments.some((comment) => isOwn(comment) && comment.feedbackId === item.id),
    followed: item.follow === "all" || item.follow === "status",
  };
  return parts[mine];
}

/** Returns the items that match the filters, in the order of the data. */
export function listed(data: ListedData, query: FeedbackQuery): FeedbackDetail[] {
  const { search = "", status, category, boardId, boardCategoryId, mine, state } = query;
  const { words } = searchWords(search);
  return data.items.filter(
    (item) =>
      (mine === undefined ? item.state === state : isMine(data, item, mine)) &&
      words.every((word) => foldText(`${item.title}\u001f${item.description}`).includes(word)) &&
      (status === undefined || status.includes(item.status)) &&
      (category === undefined || item.category === category) &&
      (boardId === undefined || boardId.includes(item.boardId)) &&
      (boardCategoryId === undefined || item.boardCategoryId === boardCategoryId),
  );
}
