import type { ExamplesOf } from "./endpoint.ts";
import { exampleUndoToken } from "./fields.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { BULK_FIELDS } from "./feedbackFields.ts";

/**
 * Seconds after a change during which it can be undone. Mails about a change are not created before
 * that. The screen offers the undo for only ten seconds. The remaining time is for slow connections.
 */
export const UNDO_SECONDS = 60;

/**
 * Why something was not restored. `changed`: somebody has changed it since. `deleted`: it was
 * deleted. `target_deleted`: the former board or topic was deleted. `unassigned`: the former assignee
 * is no longer an admin, so the item has no assignee now. `reacted`: somebody has reacted to it or
 * was notified by mail.
 */
export const NotRestoredReason = z.enum([
  "changed",
  "deleted",
  "target_deleted",
  "unassigned",
  "reacted",
]);

const NotRestored = z.object({
  feedbackId: z.number(),
  /** The comment; null if the item was not restored. */
  commentId: z.nullable(z.number()),
  /** The field of the item; null for the item as a whole. */
  field: z.nullable(z.enum(BULK_FIELDS)),
  reason: NotRestoredReason,
});
export type NotRestored = z.output<typeof NotRestored>;

/** The number of items, comments, votes and blocked accounts that were restored, and what was not. */
export const UndoResult = z.object({ restored: z.number(), notRestored: z.array(NotRestored) });
export type UndoResult = z.output<typeof UndoResult>;

/** Message of the 409 if the author of a post, for example, has been deleted since. */
export const ACCOUNT_DELETED =
  "An account that this belonged to was deleted, so nothing was restored";

export const undoApi = {
  undo: endpoint({
    operationId: "undo",
    method: "POST",
    path: "/api/undo/:token",
    summary:
      "Undoes the viewer's change whose response contained the token as `undoToken`, once and within a minute, and nobody gets a mail about the change. A value is restored only if it is still what the change made of it; the response names what was not restored.",
    params: z.object({ token: z.string() }),
    response: UndoResult,
    status: 200,
    notFound: "This can no longer be undone",
    errors: { 409: [ACCOUNT_DELETED] },
  }),
} as const;

export const undoExamples: ExamplesOf<typeof undoApi> = {
  undo: {
    params: { token: exampleUndoToken },
    response: {
      restored: 1,
      notRestored: [{ feedbackId: 118, commentId: null, field: "status", reason: "changed" }],
    },
  },
};
