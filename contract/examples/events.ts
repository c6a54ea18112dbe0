import type { eventsApi } from "../events.ts";
import type { ExamplesOf } from "./example.ts";

export const eventsExamples: ExamplesOf<typeof eventsApi> = {
  streamEvents: {
    response: [
      { kind: "vote", feedbackId: 118, boardId: 3, votes: 18 },
      { kind: "status", feedbackId: 118, boardId: 3 },
    ],
  },
};
