import { authApi } from "#contract/auth.ts";
import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { Comment } from "#contract/comments.ts";
import { commentsApi } from "#contract/comments.ts";
import type { FeedbackItem, FeedbackQuery, StatusChange } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import type { Portal } from "#contract/portal.ts";
import { portalApi } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { aBoard, pageOf, portalOf } from "./fixtures.ts";
import { Refusal, ScriptedServer } from "./ScriptedServer.ts";

/** What the host of Acme answers from. A test may change it at any time, as others do on a real host. */
export interface AcmeData {
  portal: Portal;
  /** Who is signed in. */
  user: User | null;
  boards: Board[];
  categories: BoardCategory[];
  items: FeedbackItem[];
  /** Oldest first. */
  comments: Comment[];
  history: StatusChange[];
}

/** Data with one board and nothing on it, unless told otherwise. */
export function acmeData(data: Partial<AcmeData> = {}): AcmeData {
  const nothing = { categories: [], items: [], comments: [], history: [] };
  return { portal: portalOf(), user: null, boards: [aBoard()], ...nothing, ...data };
}

/** The host of Acme: what visitors read, a vote that counts and a comment that is added. Tests script the rest. */
export function acmeServer(data: AcmeData): ScriptedServer {
  const itemOf = (id: number) => found(data.items, id, "Feedback item not found");
  return readingServer(data)
    .answer(feedbackApi.get, ({ params }) => itemOf(params.id))
    .answer(feedbackApi.history, () => data.history)
    .answer(feedbackApi.vote, ({ params }) => {
      const item = itemOf(params.id);
      if (!item.hasVoted) Object.assign(item, { votes: item.votes + 1, hasVoted: true });
      return { votes: item.votes, hasVoted: true };
    })
    .answer(commentsApi.list, ({ params }) =>
      pageOf(data.comments.filter(({ feedbackId }) => feedbackId === params.id)),
    );
}

function readingServer(data: AcmeData): ScriptedServer {
  return new ScriptedServer()
    .answer(portalApi.get, () => data.portal)
    .answer(authApi.currentUser, () => {
      if (!data.user) throw new Refusal(401, "Not signed in");
      return data.user;
    })
    .answer(boardsApi.list, () => data.boards)
    .answer(categoriesApi.list, () => data.categories)
    .answer(feedbackApi.list, ({ query }) => pageOf(listed(data.items, query)))
    .answer(feedbackApi.listOnBoard, ({ params, query }) =>
      pageOf(
        listed(
          data.items.filter(({ boardId }) => boardId === params.boardId),
          query,
        ),
      ),
    );
}

/** The items that pass the filters, in the order of the data. */
function listed(items: readonly FeedbackItem[], query: FeedbackQuery): FeedbackItem[] {
  const { search = "", status, category, boardCategoryId } = query;
  return items.filter(
    (item) =>
      item.title.toLowerCase().includes(search.toLowerCase()) &&
      (status === undefined || item.status === status) &&
      (category === undefined || item.category === category) &&
      (boardCategoryId === undefined || item.boardCategoryId === boardCategoryId),
  );
}

/** @throws Refusal 404 */
function found<Thing extends { readonly id: number }>(
  things: readonly Thing[],
  id: number,
  message: string,
): Thing {
  const thing = things.find((candidate) => candidate.id === id);
  if (!thing) throw new Refusal(404, message);
  return thing;
}
