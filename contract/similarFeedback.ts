import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { FeedbackItem } from "./feedback.ts";
import { idParam, idQuery, line } from "./fields.ts";

/** An item whose title is similar to a given title. */
export const SimilarItem = z.pick(FeedbackItem, {
  id: true,
  title: true,
  status: true,
  votes: true,
  hasVoted: true,
  boardId: true,
});
export type SimilarItem = z.output<typeof SimilarItem>;

export const similarFeedbackApi = {
  toTitle: endpoint({
    operationId: "listSimilarToTitle",
    method: "GET",
    path: "/api/feedback/similar",
    scope: "feedback:read",
    summary:
      "At most five items whose titles are similar to a text, best first. Typing errors, word order and plurals do not matter.",
    query: z.object({
      title: line("Title", 1, 200),
      /** Limits the search to the items of this board. */
      boardId: z.optional(idQuery),
    }),
    response: z.array(SimilarItem),
    status: 200,
    notFound: "Board not found",
  }),
  toItem: endpoint({
    operationId: "listSimilarToItem",
    method: "GET",
    path: "/api/feedback/:id/similar",
    scope: "feedback:read",
    summary: "At most five items whose titles are similar to the item's title, best first.",
    params: z.object({ id: idParam }),
    response: z.array(SimilarItem),
    status: 200,
    notFound: "Feedback item not found",
  }),
} as const;

const exampleItem: SimilarItem = {
  id: 118,
  title: "Dark mode",
  status: "new",
  votes: 17,
  hasVoted: false,
  boardId: 3,
};

export const similarFeedbackExamples: ExamplesOf<typeof similarFeedbackApi> = {
  listSimilarToTitle: { query: { title: "A dark mood for the app" }, response: [exampleItem] },
  listSimilarToItem: { params: { id: 240 }, response: [exampleItem] },
};
