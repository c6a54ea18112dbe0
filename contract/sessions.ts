import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam, pageCursor, pageLimit, timestamp } from "./fields.ts";

/** A session as its owner sees it. The session token is not included. */
export const Session = z.object({
  id: z.number(),
  /** Browser and operating system, such as 'Firefox on Windows'. */
  device: z.string(),
  /**
   * The host on which the session was opened. The session is valid on this host only. Null if the
   * host is not known.
   */
  host: z.nullable(z.string()),
  /** The IP address of the request at `lastSeenAt`. */
  ip: z.string(),
  createdAt: timestamp,
  /** When the session was last used, accurate to five minutes. */
  lastSeenAt: timestamp,
  /** Whether this session sent the request. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const sessionsApi = {
  list: endpoint({
    operationId: "listOwnSessions",
    method: "GET",
    path: "/api/user/sessions",
    summary: "The signed-in user's sessions: the current one first, then by last use.",
    query: z.object({ limit: pageLimit, cursor: pageCursor }),
    response: z.array(Session),
    status: 200,
    paged: true,
  }),
  end: endpoint({
    operationId: "endOwnSession",
    method: "DELETE",
    path: "/api/user/sessions/:id",
    withoutInvalidation: true,
    summary: "Ends one of the signed-in user's sessions.",
    params: z.object({ id: idParam }),
    response: z.undefined(),
    status: 204,
    notFound: "Session not found",
  }),
  endOthers: endpoint({
    operationId: "endOtherSessions",
    method: "DELETE",
    path: "/api/user/sessions",
    withoutInvalidation: true,
    summary: "Ends all of the signed-in user's sessions except the current one.",
    response: z.undefined(),
    status: 204,
  }),
} as const;

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
