import type { undoApi } from "../undo.ts";
import type { ExamplesOf } from "./example.ts";
import { detail, undoToken } from "./feedback.ts";

export const undoExamples: ExamplesOf<typeof undoApi> = {
  undo: {
    params: { token: undoToken },
    response: {
      restored: 1,
      notRestored: [{ feedbackId: detail.id, commentId: null, field: "status", reason: "changed" }],
    },
  },
};
