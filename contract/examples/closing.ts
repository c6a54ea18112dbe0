import type { closingApi } from "../closing.ts";
import type { ExamplesOf } from "./example.ts";
import { detail, undoToken } from "./feedback.ts";

const ids = [detail.id, 121];
const results = ids.map((id) => ({ id, changed: true }));
const params = { id: detail.id };

export const closingExamples: ExamplesOf<typeof closingApi> = {
  closeFeedback: {
    params,
    body: { reason: "already_possible", note: "Open Settings, Appearance.", notify: true },
    response: {
      ...detail,
      state: "closed",
      closedAt: "2026-05-07T09:00:00.000Z",
      closeReason: "already_possible",
      closeNote: "Open Settings, Appearance.",
      undoToken,
    },
  },
  reopenFeedback: { params, response: { ...detail, undoToken } },
  closeInBulk: {
    body: { ids, reason: "wont_do", note: "We focus on the web app.", notify: true },
    response: { results, undoToken },
  },
};
