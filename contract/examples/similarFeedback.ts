import type { SimilarItem, similarFeedbackApi } from "../similarFeedback.ts";
import type { ExamplesOf } from "./example.ts";

const item: SimilarItem = {
  id: 118,
  title: "Dark mode",
  status: "new",
  votes: 17,
  hasVoted: false,
  boardId: 3,
};

export const similarFeedbackExamples: ExamplesOf<typeof similarFeedbackApi> = {
  listSimilarToTitle: { query: { title: "A dark mood for the app" }, response: [item] },
  listSimilarToItem: { params: { id: 240 }, response: [item] },
};
