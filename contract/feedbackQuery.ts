import * as z from "zod/mini";
import {
  ASSIGNEE_WORDS,
  FEEDBACK_SORTS,
  isDay,
  LISTED_STATES,
  MINE_FILTERS,
} from "./feedbackFilters.ts";
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from "./feedbackLabels.ts";
import { idQuery, isStorable, pageCursor, pageLimit } from "./fields.ts";

const all = z.pipe(
  z.literal("all"),
  z.transform(() => undefined),
);

const status = z.enum(FEEDBACK_STATUSES);

/**
 * One status, or several statuses (`status=new&status=evaluating`). The parsed value contains each
 * status once.
 */
const statuses = z.pipe(
  z.union([status, z.array(status).check(z.maxLength(10))], "Unknown status"),
  z.transform((value) => [...new Set([value].flat())].toSorted()),
);

/**
 * One board, or several boards (`boardId=1&boardId=2`). The parsed value contains each board once.
 * At most 200 boards are accepted, which is the default quota of a company.
 */
const boards = z.pipe(
  z.union([idQuery, z.array(idQuery).check(z.maxLength(200))], "Must be a positive integer"),
  z.transform((value) => [...new Set([value].flat())].toSorted((a, b) => a - b)),
);

const orList = new Intl.ListFormat("en-GB", { type: "disjunction" });

const wordOf = <Word extends string>(name: string, words: readonly Word[]) =>
  z.enum(words, `${name} must be ${orList.format(words)}`);

const day = (name: string) =>
  z.string().check(z.refine(isDay, `${name} must be a date such as 2026-03-14`));

const state = wordOf("state", LISTED_STATES);
const sort = wordOf("sort", FEEDBACK_SORTS);

/**
 * The filters and the order that queries and saved views have in common.
 * @param id the form of ids in the query or view
 * @param isTrue the form of true in the query or view
 */
export const listFilters = <Id extends z.ZodMiniType, True extends z.ZodMiniType>(
  id: Id,
  isTrue: True,
) => ({
  boardCategoryId: z.optional(id),
  boardId: z.optional(id),
  /**
   * Selects the items that the viewer has submitted, voted for, commented on or followed. Internal
   * notes do not count as comments. An anonymous visitor gets 401.
   */
  mine: z.optional(wordOf("mine", MINE_FILTERS)),
  /**
   * Whether to list open or closed items. Ignored with `mine`, which lists open and closed items
   * and the viewer's pending items.
   */
  state: z.optional(state),
  /**
   * The id of an admin, `me`, or `none` for items without an assignee. Ignored unless the viewer is
   * an admin.
   */
  assigneeId: z.optional(
    z.union(
      [z.enum(ASSIGNEE_WORDS), id],
      `assigneeId must be ${orList.format([...ASSIGNEE_WORDS, "an id"])}`,
    ),
  ),
  /**
   * Selects items without an answer by the team. Public comments, changes of the status and closing
   * are answers. Ignored unless the viewer is an admin.
   */
  unanswered: z.optional(isTrue),
  /**
   * The first and the last day on which the items were created, in UTC, like the dates that the
   * portal shows. Ignored unless the viewer is an admin.
   */
  createdFrom: z.optional(day("createdFrom")),
  createdTo: z.optional(day("createdTo")),
  sort: z.optional(sort),
});

const isTrue = z.pipe(
  z.literal("true", "unanswered must be true or absent"),
  z.transform(() => true as const),
);

/**
 * The words that items must contain (`searchWords`). Too long texts are cut, and the response says
 * so. U+001F is refused because it separates title and description in the indexed text.
 */
export const feedbackSearch = z.optional(
  z
    .string()
    .check(
      z.refine(
        (value) => isStorable(value) && !value.includes("\u001f"),
        "Search contains invalid characters",
      ),
    ),
);

/** Filters, order and position of a list (docs/product-decisions.md "Feedback"). */
export const FeedbackQuery = z.object({
  search: feedbackSearch,
  category: z.optional(z.union([z.enum(FEEDBACK_CATEGORIES), all], "Unknown category")),
  status: z.optional(z.union([statuses, all], "Unknown status")),
  ...listFilters(idQuery, isTrue),
  boardId: z.optional(boards),
  state: z._default(state, "open"),
  /**
   * `roadmap` is the company's order of a column of the roadmap, for a list of one status. Other
   * lists are then ordered by votes.
   */
  sort: z._default(wordOf("sort", [...FEEDBACK_SORTS, "roadmap"]), "votes"),
  limit: pageLimit,
  cursor: pageCursor,
});
export type FeedbackQuery = z.output<typeof FeedbackQuery>;

/** The query of `GET /api/feedback`, which can also list what has changed. */
export const FeedbackListQuery = z.extend(FeedbackQuery, {
  /**
   * Lists the items that have changed since this time, oldest change first, in whatever state.
   * Votes are no changes. Search, order, `state` and the filters of admins are then ignored.
   */
  updatedSince: z.optional(
    z.iso.datetime({
      offset: true,
      error: "updatedSince must be a time such as 2026-03-14T09:00:00Z",
    }),
  ),
});
