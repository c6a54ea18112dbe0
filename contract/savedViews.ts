import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { FeedbackCategory, FeedbackStatus } from "./feedback.ts";
import { listFilters } from "./feedbackQuery.ts";
import { idBody, idParam, line, text } from "./fields.ts";
import { DEFAULT_QUOTAS, quotaMessage } from "./quotas.ts";

/**
 * The filters and the order of a list, as in the query of GET /api/feedback. Without `state`, the
 * view lists open items, and without `sort`, it is sorted by votes. All other absent fields do not
 * filter. With `assigneeId: "me"`, the view lists the items that are assigned to the admin who uses
 * the view.
 */
export const ViewFilters = z
  .object({
    search: z.optional(text("Search", 1, 200)),
    category: z.optional(FeedbackCategory),
    status: z.optional(FeedbackStatus),
    ...listFilters(idBody, z.literal(true, "unanswered must be true or absent")),
  })
  .check(z.refine((filters) => Object.keys(filters).length > 0, "Filter or sort the list first"));
export type ViewFilters = z.output<typeof ViewFilters>;

/** A named view of the list of feedback, which all admins of the company share. */
export const SavedView = z.object({
  id: z.number(),
  name: z.string(),
  filters: ViewFilters,
});
export type SavedView = z.output<typeof SavedView>;

/**
 * The number of items that a view lists for the viewer, as `X-Total-Count` of its list. Where items
 * are counted one by one, at most 1,000 are counted, and then `isCapped` is true. `total` is null if
 * the search of the view takes too long.
 */
export const ViewCount = z.object({
  id: z.number(),
  total: z.nullable(z.number()),
  isCapped: z.boolean(),
});
export type ViewCount = z.output<typeof ViewCount>;

/** The number of views that are counted, the first by name. */
export const COUNTED_VIEWS = 20;

/** The view that every company has from the start. */
export const INBOX = {
  name: "Inbox",
  filters: { status: "new", unanswered: true, sort: "date" },
} as const satisfies { name: string; filters: ViewFilters };

/** The name of a view, which must be unique in the company, ignoring case. */
export const ViewName = z.object({ name: line("View name", 1, 60) });

/** The body of POST /api/views. */
export const NewView = z.extend(ViewName, { filters: ViewFilters });

/** The body of PATCH /api/views/{id}. `filters` replaces all filters of the view. */
export const ViewChanges = z
  .partial(NewView)
  .check(
    z.refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      "Nothing to change",
    ),
  );

/** Message of the 409 if another view of the company has the name. */
export const VIEW_TAKEN = "A view with this name already exists";

/** The maximum number of listed views. No higher quota of views can be configured. */
export const VIEW_LIMIT = 1000;

const params = z.object({ id: idParam });
const notFound = "View not found";

export const savedViewsApi = {
  list: endpoint({
    operationId: "listViews",
    method: "GET",
    path: "/api/views",
    summary: "The company's saved views of the list of feedback, by name.",
    response: z.array(SavedView),
    status: 200,
  }),
  counts: endpoint({
    operationId: "countViews",
    method: "GET",
    path: "/api/views/counts",
    summary: "How many items the saved views list, for the first 20 views by name.",
    response: z.array(ViewCount),
    status: 200,
  }),
  create: endpoint({
    operationId: "createView",
    method: "POST",
    path: "/api/views",
    summary: "Saves filters and order of a list as a named view for all admins of the company.",
    body: NewView,
    response: SavedView,
    status: 201,
    errors: { 409: [VIEW_TAKEN, quotaMessage("views", DEFAULT_QUOTAS.views)] },
  }),
  update: endpoint({
    operationId: "changeView",
    method: "PATCH",
    path: "/api/views/:id",
    summary: "Renames a view, or replaces its filters.",
    params,
    body: ViewChanges,
    response: SavedView,
    status: 200,
    notFound,
    errors: { 409: [VIEW_TAKEN] },
  }),
  remove: endpoint({
    operationId: "removeView",
    method: "DELETE",
    path: "/api/views/:id",
    summary: "Deletes a view, and no item.",
    params,
    response: z.undefined(),
    status: 204,
    notFound,
  }),
} as const;

const exampleView: SavedView = {
  id: 8,
  name: "To answer, newest first",
  filters: { unanswered: true, assigneeId: "me", sort: "date" },
};

const { id, ...body } = exampleView;
const exampleParams = { id };

export const savedViewsExamples: ExamplesOf<typeof savedViewsApi> = {
  listViews: { response: [exampleView] },
  countViews: { response: [{ id, total: 12, isCapped: false }] },
  createView: { body, response: exampleView },
  changeView: {
    params: exampleParams,
    body: { name: "My inbox" },
    response: { ...exampleView, name: "My inbox" },
  },
  removeView: { params: exampleParams },
};
