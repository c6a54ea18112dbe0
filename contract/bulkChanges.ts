import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import {
  adminChanges,
  changeChecks,
  FeedbackCategory,
  FeedbackStatus,
  NOT_OPEN,
} from "./feedback.ts";
import { idBody } from "./fields.ts";

/** The maximum number of items that one call changes. */
export const BULK_LIMIT = 500;

/**
 * Seconds after an action during which an undo also deletes the action's notifications. If a mail
 * about the action was already created, an undo deletes no notifications. A change of status and a
 * decision on posts cannot be undone at all once this time has passed or such a mail was created.
 * The screen offers the undo for only ten seconds. The remaining time is for slow connections.
 */
export const UNDO_SECONDS = 60;

const COUNT = `ids must contain 1 to ${String(BULK_LIMIT)} items`;

/** The ids of the items of a bulk change. */
export const itemIds = z.array(idBody, COUNT).check(
  z.minLength(1, COUNT),
  z.maxLength(BULK_LIMIT, COUNT),
  z.refine((given) => new Set(given).size === given.length, "ids must be distinct"),
);

/**
 * The body of POST /api/feedback/bulk. It changes several items in the same way, or deletes these
 * items.
 */
export const BulkChange = z.object({
  ids: itemIds,
  changes: z
    .partial(
      z.object({ ...adminChanges, delete: z.literal(true, "delete must be true or absent") }),
    )
    .check(
      ...changeChecks,
      z.refine(
        ({ delete: isDeletion, ...others }) =>
          isDeletion === undefined || Object.values(others).every((value) => value === undefined),
        { path: ["delete"], message: "delete goes with no other change" },
      ),
    ),
});

const BulkResult = z.object({
  id: z.number(),
  /** Whether the call changed the item. False if the item already had the requested values. */
  changed: z.boolean(),
});

/** The result for each item, in the order of the ids. */
export const BulkResults = z.object({ results: z.array(BulkResult) });

/** The result of a bulk change for each item, in the order of the ids. */
export const BulkChangeResults = z.object({
  results: z.array(
    z.extend(BulkResult, {
      /** The item's values before the call, with which a client can undo it. Absent for deletions. */
      former: z.optional(
        z.object({
          boardId: z.number(),
          category: FeedbackCategory,
          boardCategoryId: z.nullable(z.number()),
          assigneeId: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});

/** The body of POST /api/feedback/undo. */
export const UndoneItems = z.object({ ids: itemIds });

/** The status to which each item was restored. */
export const UndoResults = z.object({
  results: z.array(z.object({ id: z.number(), status: FeedbackStatus })),
});

const notFound = "Feedback item not found";

export const bulkChangesApi = {
  change: endpoint({
    operationId: "changeInBulk",
    method: "POST",
    path: "/api/feedback/bulk",
    summary:
      "Changes or deletes up to 500 items: all of them, or none if one is unknown, merged or waiting for approval. A person who follows several of the items gets one mail.",
    body: BulkChange,
    response: BulkChangeResults,
    status: 200,
    notFound,
    errors: { 409: [NOT_OPEN.merged, NOT_OPEN.pending] },
  }),
  undo: endpoint({
    operationId: "undoChanges",
    method: "POST",
    path: "/api/feedback/undo",
    summary:
      "Takes back the viewer's last change of status of each item, within a minute. The change disappears from the items' history, and nobody gets a mail about it.",
    body: UndoneItems,
    response: UndoResults,
    status: 200,
    notFound,
    errors: {
      409: ["The former status can no longer be restored", NOT_OPEN.merged, NOT_OPEN.pending],
    },
  }),
} as const;
