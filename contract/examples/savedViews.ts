import type { SavedView, savedViewsApi } from "../savedViews.ts";
import type { ExamplesOf } from "./example.ts";

const view: SavedView = {
  id: 8,
  name: "To answer, newest first",
  filters: { unanswered: true, assigneeId: "me", sort: "date" },
};

const { id, ...body } = view;
const params = { id };

export const savedViewsExamples: ExamplesOf<typeof savedViewsApi> = {
  listViews: { response: [view] },
  createView: { body, response: view },
  changeView: { params, body: { name: "My inbox" }, response: { ...view, name: "My inbox" } },
  removeView: { params },
};
