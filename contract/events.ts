import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

const feedbackId = z.number();
const boardId = z.number();

/**
 * Something that changed on a portal while its page was open. Ids, kinds and counts, never a text: a page fetches what it shows through
 * the ordinary calls, which judge anew who may see it.
 */
export const LiveEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("vote"), feedbackId, boardId, votes: z.number() }),
  /** A comment was added or, where the count is null, deleted. */
  z.object({
    kind: z.literal("comment"),
    feedbackId,
    boardId,
    commentsCount: z.nullable(z.number()),
  }),
  /** An item was submitted, changed, moved to or from this board, or deleted. */
  z.object({ kind: z.literal("item"), feedbackId, boardId }),
  z.object({ kind: z.literal("status"), feedbackId, boardId }),
  z.object({ kind: z.literal("boards") }),
  z.object({ kind: z.literal("categories") }),
  /** Too much to name, or something may have been missed: whatever is shown has to be fetched again. */
  z.object({ kind: z.literal("anything") }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

/** Names of the events of the stream. */
export const LIVE_EVENT_NAMES = {
  /** The first: from its id on nothing is missed. */
  ready: "ready",
  /** Carries a list of `LiveEvent`. */
  changes: "changes",
  /** Says that the line is alive. */
  beat: "beat",
} as const;

/** A stream is silent for so many milliseconds at most. */
export const LIVE_BEAT_MS = 20_000;

export const eventsApi = {
  stream: endpoint({
    operationId: "streamEvents",
    method: "GET",
    path: "/api/events",
    summary:
      "Tells of votes, comments, items and changes of status as they happen: `ready` first, then `changes` with a list, and `beat` now and then. Reconnect with `Last-Event-ID`, or `since`, and nothing is missed.",
    query: z.object({
      /** The id of the last event that was received, or the position that a page was drawn at. */
      since: z.optional(z.string().check(z.maxLength(64, "since is no position of this stream"))),
    }),
    response: z.array(LiveEvent),
    status: 200,
    stream: true,
  }),
} as const;
