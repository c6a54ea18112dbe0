import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { adminChanges, changeChecks, NOT_OPEN } from "./feedback.ts";
import { idBody, undoToken } from "./fields.ts";

/** The maximum number of items that one call changes. */
export const BULK_LIMIT = 500;

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
export const BulkResults = z.object({ results: z.array(BulkResult), undoToken });

const notFound = "Feedback item not found";

export const bulkChangesApi = {
  change: endpoint({
    operationId: "changeInBulk",
    method: "POST",
    path: "/api/feedback/bulk",
    summary:
      "Changes or deletes up to 500 items: all of them, or none if one is unknown, merged or waiting for approval. A person who follows several of the items gets one mail.",
    body: BulkChange,
    response: BulkResults,
    status: 200,
    notFound,
    errors: { 409: [NOT_OPEN.merged, NOT_OPEN.pending] },
  }),
} as const;
