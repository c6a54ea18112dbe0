import type { mergingApi } from "../merging.ts";
import type { ExamplesOf } from "./example.ts";
import { detail } from "./feedback.ts";

const params = { id: 131 };

export const mergingExamples: ExamplesOf<typeof mergingApi> = {
  previewMerge: {
    params,
    query: { targetId: String(detail.id) },
    response: { votes: 21, comments: 5, followers: 23 },
  },
  mergeFeedback: {
    params,
    body: { targetId: detail.id },
    response: { ...detail, votes: 21, commentsCount: 5 },
  },
  unmergeFeedback: {
    params,
    response: { ...detail, id: params.id, title: "Night mode", votes: 6 },
  },
  listMergedItems: {
    params: { id: detail.id },
    response: [
      { id: params.id, title: "Night mode", votes: 6, mergedAt: "2026-05-08T10:00:00.000Z" },
    ],
  },
};
