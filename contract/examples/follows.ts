import type { followsApi } from "../follows.ts";
import type { ExamplesOf } from "./example.ts";

export const followsExamples: ExamplesOf<typeof followsApi> = {
  followFeedback: {
    params: { id: 118 },
    body: { level: "status" },
    response: { level: "status" },
  },
};
