import * as z from "zod/mini";
import { CHANGELOG_MONTH } from "./changelogMonth.ts";
import { changelogExamples } from "./changelog.examples.ts";
import { ChangelogEntry } from "./changelog.ts";
import { TextFormat } from "./textFormat.ts";
import type { ExamplesOf } from "./endpoint.ts";
import { endpoint } from "./endpoint.ts";
import { FeedbackCategory } from "./feedback.ts";
import { idQuery, pageCursor, pageLimit, searchQuery, timestamp } from "./fields.ts";

/** A completed item that no published entry links. */
export const CompletedItem = z.object({
  id: z.number(),
  title: z.string(),
  /** The beginning of the description: up to 500 characters. */
  description: z.string(),
  category: FeedbackCategory,
  votes: z.number(),
  /** Whether only admins can see the item. */
  isPrivate: z.boolean(),
  /** The public note of the change to the status `complete`; null if there is none. */
  completionNote: z.nullable(z.string()),
  completionNoteFormat: TextFormat,
  createdAt: timestamp,
});
export type CompletedItem = z.output<typeof CompletedItem>;

/** One part of the changelog: either an entry or an item. */
export const TimelinePart = z.object({
  entry: z.nullable(ChangelogEntry),
  item: z.nullable(CompletedItem),
});
export type TimelinePart = z.output<typeof TimelinePart>;

/** A month in UTC, such as `2026-05`. */
export const ChangelogMonth = z
  .string()
  .check(z.regex(CHANGELOG_MONTH, "Must be a month such as 2026-05"));

export const changelogTimelineApi = {
  list: endpoint({
    operationId: "listChangelogTimeline",
    method: "GET",
    path: "/api/changelog/timeline",
    scope: "feedback:read",
    summary:
      "The changelog as its page shows it, newest first: published entries, and completed items that no published entry links. With `label` or `search`, entries only.",
    query: z.object({
      /** The id of a label. */
      label: z.optional(idQuery),
      search: searchQuery,
      /** Leaves out what is newer than this month. */
      month: z.optional(ChangelogMonth),
      limit: pageLimit,
      cursor: pageCursor,
    }),
    response: z.array(TimelinePart),
    status: 200,
    paged: true,
  }),
  months: endpoint({
    operationId: "listChangelogMonths",
    method: "GET",
    path: "/api/changelog/months",
    scope: "feedback:read",
    summary: "The months of the last ten years in which the changelog has a part, newest first.",
    response: z.array(ChangelogMonth),
    status: 200,
  }),
} as const;

export const changelogTimelineExamples: ExamplesOf<typeof changelogTimelineApi> = {
  listChangelogTimeline: {
    response: [
      { entry: changelogExamples.readEntry.response, item: null },
      {
        entry: null,
        item: {
          id: 118,
          title: "Recurring tasks",
          description: "Let me repeat a task every week.",
          category: "feature",
          votes: 42,
          isPrivate: false,
          completionNote: "Open a task and choose *Repeat*.",
          completionNoteFormat: "markdown",
          createdAt: "2026-03-02T08:00:00.000Z",
        },
      },
    ],
  },
  listChangelogMonths: { response: ["2026-05", "2026-03"] },
};
