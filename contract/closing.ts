import { exampleDetail } from "./feedback.examples.ts";
import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { BulkResults, itemIds } from "./bulkChanges.ts";
import { endpoint } from "./endpoint.ts";
import { ChangedItem, CloseReason, NOT_OPEN } from "./feedback.ts";
import { idParam, text, exampleUndoToken } from "./fields.ts";

/**
 * The body of POST /api/feedback/{id}/close. The reason and the note are public. With `notify:
 * false`, nobody is notified.
 */
export const ItemClosing = z.object({
  reason: CloseReason,
  note: z.optional(text("Note", 0, 1000)),
  notify: z.optional(z.boolean("notify must be true or false")),
});

/** The body of POST /api/feedback/close. The reason and the note apply to each of the items. */
export const BulkClosing = z.extend(ItemClosing, { ids: itemIds });

const params = z.object({ id: idParam });
const notFound = "Feedback item not found";

export const closingApi = {
  close: endpoint({
    operationId: "closeFeedback",
    method: "POST",
    path: "/api/feedback/:id/close",
    scope: "feedback:write",
    summary: "Closes an item with a public reason. It leaves the default lists and takes no votes.",
    params,
    body: ItemClosing,
    response: ChangedItem,
    status: 200,
    notFound,
    errors: { 409: Object.values(NOT_OPEN) },
  }),
  reopen: endpoint({
    operationId: "reopenFeedback",
    method: "POST",
    path: "/api/feedback/:id/reopen",
    scope: "feedback:write",
    summary: "Reopens a closed item. An open item stays open.",
    params,
    response: ChangedItem,
    status: 200,
    notFound,
    errors: { 409: [NOT_OPEN.merged, NOT_OPEN.pending] },
  }),
  closeInBulk: endpoint({
    operationId: "closeInBulk",
    method: "POST",
    path: "/api/feedback/close",
    summary:
      "Closes up to 500 items with one public reason: all of them, or none if one is unknown, merged or pending. Closed items stay as they are. A person who follows several of the items gets one mail.",
    body: BulkClosing,
    response: BulkResults,
    status: 200,
    notFound,
    errors: { 409: [NOT_OPEN.merged, NOT_OPEN.pending] },
  }),
} as const;

const exampleIds = [exampleDetail.id, 121];
const exampleResults = [
  { id: exampleDetail.id, changed: true },
  { id: 121, changed: true },
];
const exampleParams = { id: exampleDetail.id };

export const closingExamples: ExamplesOf<typeof closingApi> = {
  closeFeedback: {
    params: exampleParams,
    body: { reason: "already_possible", note: "Open Settings, Appearance.", notify: true },
    response: {
      ...exampleDetail,
      state: "closed",
      closedAt: "2026-05-07T09:00:00.000Z",
      closeReason: "already_possible",
      closeNote: "Open Settings, Appearance.",
      undoToken: exampleUndoToken,
    },
  },
  reopenFeedback: {
    params: exampleParams,
    response: { ...exampleDetail, undoToken: exampleUndoToken },
  },
  closeInBulk: {
    body: { ids: exampleIds, reason: "wont_do", note: "We focus on the web app.", notify: true },
    response: { results: exampleResults, undoToken: exampleUndoToken },
  },
};
