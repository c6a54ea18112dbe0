import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

const feedbackId = z.number();
const boardId = z.number();

/**
 * A change on a portal, sent to its open pages. An event contains ids, kinds and counts but no
 * texts. A page fetches the texts through the ordinary calls, which check visibility again.
 */
export const LiveEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("vote"), feedbackId, boardId, votes: z.number() }),
  /**
   * A comment was added or deleted. `commentsCount` is the item's new number of comments if a
   * public comment was added, otherwise null.
   */
  z.object({
    kind: z.literal("comment"),
    feedbackId,
    boardId,
    commentsCount: z.nullable(z.number()),
  }),
  /** Somebody has reacted to a comment of the item, or has taken a reaction back. */
  z.object({ kind: z.literal("reaction"), feedbackId, boardId }),
  /** An item was submitted, changed, deleted, or moved to or from this board. */
  z.object({ kind: z.literal("item"), feedbackId, boardId }),
  z.object({ kind: z.literal("status"), feedbackId, boardId }),
  z.object({ kind: z.literal("boards") }),
  z.object({ kind: z.literal("categories") }),
  /** Entries or labels of the changelog have changed. Only admins get this event for drafts. */
  z.object({ kind: z.literal("changelog") }),
  /** The company's saved views have changed. Only admins get this event. */
  z.object({ kind: z.literal("views") }),
  /** The company's accounts or its open invitations have changed. Only admins get this event. */
  z.object({ kind: z.literal("members") }),
  /**
   * The posts that wait for approval or are reported, or the blocked accounts, have changed. Only
   * admins get this event.
   */
  z.object({ kind: z.literal("moderation") }),
  /**
   * The signed-in user's notifications may have changed. After an undo, the pages of all users who
   * can see the item get this event. Otherwise only the pages of the notified user get this event.
   */
  z.object({ kind: z.literal("notifications") }),
  /**
   * Any data may have changed, because there are too many changes to list, or because changes may
   * have been lost. The page must refetch all its data.
   */
  z.object({ kind: z.literal("anything") }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** Names of the events of the stream. */
export const LIVE_EVENT_NAMES = {
  /**
   * The first event of a stream. Its id is a position: the stream sends every change after this
   * position.
   */
  ready: "ready",
  /** An event that contains a list of `LiveEvent`. */
  changes: "changes",
  /** An event that keeps the connection alive. */
  beat: "beat",
} as const;

/** Maximum number of milliseconds without an event on a stream. */
export const LIVE_BEAT_MS = 20_000;

export const eventsApi = {
  stream: endpoint({
    operationId: "streamEvents",
    method: "GET",
    path: "/api/events",
    summary:
      "Streams votes, comments, items and status changes: `ready` first, then `changes` with a list, and `beat` as a keep-alive. A client that reconnects with `Last-Event-ID` or `since` misses no event.",
    query: z.object({
      /** The id of the last event received, or the position at which the page was rendered. */
      since: z.optional(z.string().check(z.maxLength(64, "since is no position of this stream"))),
    }),
    response: z.array(LiveEvent),
    status: 200,
    stream: true,
  }),
} as const;

export const eventsExamples: ExamplesOf<typeof eventsApi> = {
  streamEvents: {
    response: [
      { kind: "vote", feedbackId: 118, boardId: 3, votes: 18 },
      { kind: "status", feedbackId: 118, boardId: 3 },
    ],
  },
};
