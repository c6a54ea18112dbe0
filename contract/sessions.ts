import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { idParam, timestamp } from "./fields.ts";

/** A place where one is signed in, as its owner sees it. Its token never leaves the server. */
export const Session = z.object({
  id: z.number(),
  /** Browser and system in plain words, such as 'Firefox on Windows'. */
  device: z.string(),
  /** The address it was last used from. */
  ip: z.string(),
  createdAt: timestamp,
  /** To within five minutes. */
  lastSeenAt: timestamp,
  /** The session that asks. */
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const sessionsApi = {
  list: endpoint({
    operationId: "listOwnSessions",
    method: "GET",
    path: "/api/user/sessions",
    summary: "Where the signed-in user is signed in: this session first, then the last used.",
    response: z.array(Session),
    status: 200,
  }),
  end: endpoint({
    operationId: "endOwnSession",
    method: "DELETE",
    path: "/api/user/sessions/:id",
    withoutInvalidation: true,
    summary: "Ends one of the own sessions.",
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
    summary: "Ends all of the own sessions but this one.",
    response: z.undefined(),
    status: 204,
  }),
} as const;
