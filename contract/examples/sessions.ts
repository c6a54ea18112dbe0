import type { sessionsApi } from "../sessions.ts";
import type { ExamplesOf } from "./example.ts";

export const sessionsExamples: ExamplesOf<typeof sessionsApi> = {
  listOwnSessions: {
    response: [
      {
        id: 31,
        device: "Firefox on Windows",
        host: "acme.example.com",
        ip: "192.0.2.17",
        createdAt: "2026-05-04T08:00:00.000Z",
        lastSeenAt: "2026-05-06T16:40:00.000Z",
        isCurrent: true,
      },
    ],
  },
  endOwnSession: { params: { id: 30 } },
  endOtherSessions: {},
};
