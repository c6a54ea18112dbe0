import { exampleDetail } from "./feedback.examples.ts";
import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { BulkResults, itemIds } from "./bulkChanges.ts";
import { endpoint } from "./endpoint.ts";
import { ChangedItem, FeedbackDetail, NOT_OPEN } from "./feedback.ts";
import { idBody, idParam, timestamp, exampleUndoToken } from "./fields.ts";

/** The body of POST /api/feedback/{id}/merge. */
export const ItemMerge = z.object({ targetId: idBody });

/** The body of POST /api/feedback/merge. */
export const BulkMerge = z.object({ ids: itemIds, targetId: idBody });

/** The items to merge in a query, separated by commas: `ids=7,9`. */
const idsQuery = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^\d+(?:,\d+)*$/, "Must be ids, separated by commas")),
    z.transform((ids) => ids.split(",").map(Number)),
  ),
  itemIds,
);

/**
 * The numbers of votes, comments and followers that the target has after a merge. A person counts
 * once as a voter and once as a follower. `votes` includes votes without voters.
 */
export const MergeOutcome = z.object({
  votes: z.number(),
  comments: z.number(),
  followers: z.number(),
  /** Number of merged items whose text and comments only admins will see. */
  privateItems: z.number(),
});
export type MergeOutcome = z.output<typeof MergeOutcome>;

/** An item that was merged into another item. */
export const MergedItem = z.object({
  id: z.number(),
  title: z.string(),
  /** The number of votes that the item had before the merge. */
  votes: z.number(),
  mergedAt: timestamp,
});
export type MergedItem = z.output<typeof MergedItem>;

/** Messages of the 409 for a merge that is not possible. */
export const MERGE_CONFLICTS = {
  self: "An item cannot be merged into itself",
  source: "This item is already merged into another one",
  target: "The target is itself merged into another item",
  pending: "An item that is waiting for approval cannot be merged",
  notMerged: "This item is not merged",
} as const;

const params = z.object({ id: idParam });
const notFound = "Feedback item not found";
const refusals = [
  MERGE_CONFLICTS.self,
  MERGE_CONFLICTS.source,
  MERGE_CONFLICTS.target,
  MERGE_CONFLICTS.pending,
];

export const mergingApi = {
  preview: endpoint({
    operationId: "previewMerge",
    method: "GET",
    path: "/api/feedback/:id/merge-outcome",
    summary: "What the item would have after up to 500 other items are merged into it.",
    params,
    query: z.object({ ids: idsQuery }),
    response: MergeOutcome,
    status: 200,
    notFound,
    errors: { 409: refusals },
  }),
  merge: endpoint({
    operationId: "mergeFeedback",
    method: "POST",
    path: "/api/feedback/:id/merge",
    scope: "feedback:write",
    summary:
      "Merges an item into another one and returns the target. Items that were merged into the item become part of the target as well.",
    params,
    body: ItemMerge,
    response: ChangedItem,
    status: 200,
    notFound,
    errors: { 409: refusals },
  }),
  unmerge: endpoint({
    operationId: "unmergeFeedback",
    method: "POST",
    path: "/api/feedback/:id/unmerge",
    scope: "feedback:write",
    summary:
      "Makes a merged item independent again and returns it as it was before the merge, with the items that were merged into it.",
    params,
    response: FeedbackDetail,
    status: 200,
    notFound,
    errors: { 409: [MERGE_CONFLICTS.notMerged] },
  }),
  mergeInBulk: endpoint({
    operationId: "mergeInBulk",
    method: "POST",
    path: "/api/feedback/merge",
    summary:
      "Merges up to 500 items into another one: all of them, or none. A person who follows several of the items gets one mail.",
    body: BulkMerge,
    response: BulkResults,
    status: 200,
    notFound,
    errors: {
      409: [MERGE_CONFLICTS.self, MERGE_CONFLICTS.target, MERGE_CONFLICTS.pending, NOT_OPEN.merged],
    },
  }),
  list: endpoint({
    operationId: "listMergedItems",
    method: "GET",
    path: "/api/feedback/:id/merged",
    scope: "feedback:read",
    summary: "The items that were merged into an item, newest first, at most 100.",
    params,
    response: z.array(MergedItem),
    status: 200,
    notFound,
  }),
} as const;

const exampleIds = [131, 140];
const exampleResults = [
  { id: 131, changed: true },
  { id: 140, changed: true },
];
const exampleParams = { id: 131 };

export const mergingExamples: ExamplesOf<typeof mergingApi> = {
  previewMerge: {
    params: { id: exampleDetail.id },
    query: { ids: "131,140" },
    response: { votes: 21, comments: 5, followers: 23, privateItems: 1 },
  },
  mergeFeedback: {
    params: exampleParams,
    body: { targetId: exampleDetail.id },
    response: { ...exampleDetail, votes: 21, commentsCount: 5, undoToken: exampleUndoToken },
  },
  unmergeFeedback: {
    params: exampleParams,
    response: { ...exampleDetail, id: exampleParams.id, title: "Night mode", votes: 6 },
  },
  mergeInBulk: {
    body: { ids: exampleIds, targetId: exampleDetail.id },
    response: { results: exampleResults, undoToken: exampleUndoToken },
  },
  listMergedItems: {
    params: { id: exampleDetail.id },
    response: [
      { id: exampleParams.id, title: "Night mode", votes: 6, mergedAt: "2026-05-08T10:00:00.000Z" },
    ],
  },
};
