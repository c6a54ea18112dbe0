import type { mergingApi } from "../merging.ts";
import type { ExamplesOf } from "./example.ts";
import { detail, undoToken } from "./feedback.ts";

const ids = [131, 140];
const results = ids.map((id) => ({ id, changed: true }));
const params = { id: 131 };

export const mergingExamples: ExamplesOf<typeof mergingApi> = {
  previewMerge: {
    params: { id: detail.id },
    query: { ids: ids.join(",") },
    response: { votes: 21, comments: 5, followers: 23, privateItems: 1 },
  },
  mergeFeedback: {
    params,
    body: { targetId: detail.id },
    response: { ...detail, votes: 21, commentsCount: 5, undoToken },
  },
  unmergeFeedback: {
    params,
    response: { ...detail, id: params.id, title: "Night mode", votes: 6 },
  },
  mergeInBulk: { body: { ids, targetId: detail.id }, response: { results, undoToken } },
  listMergedItems: {
    params: { id: detail.id },
    response: [
      { id: params.id, title: "Night mode", votes: 6, mergedAt: "2026-05-08T10:00:00.000Z" },
    ],
  },
};
