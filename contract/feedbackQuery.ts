import * as z from "zod/mini";
import {
  ASSIGNEE_WORDS,
  FEEDBACK_CATEGORIES,
  FEEDBACK_SORTS,
  FEEDBACK_STATUSES,
  LISTED_STATES,
  MINE_FILTERS,
} from "./feedbackLabels.ts";
import { idQuery, pageCursor, pageLimit, searchQuery } from "./fields.ts";

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
 * Filters, order and position of a list (docs/product-decisions.md "Feedback"). A search finds a
 * literal substring of title or description, ignoring case.
 */
export const FeedbackQuery = z.object({
  search: searchQuery,
  category: z.optional(z.union([z.enum(FEEDBACK_CATEGORIES), all], "Unknown category")),
  status: z.optional(z.union([statuses, all], "Unknown status")),
  boardCategoryId: z.optional(idQuery),
  boardId: z.optional(idQuery),
  /**
   * Selects the items that the viewer has submitted, voted for, commented on or followed. Internal
   * notes do not count as comments. An anonymous visitor gets 401.
   */
  mine: z.optional(z.enum(MINE_FILTERS, "mine must be submitted, voted, commented or followed")),
  /**
   * Whether to list open or closed items. Ignored with `mine`, which lists open and closed items
   * and the viewer's pending items.
   */
  state: z._default(z.enum(LISTED_STATES, "state must be open or closed"), "open"),
  /**
   * The id of an admin, `me`, or `none` for items without an assignee. Ignored unless the viewer is
   * an admin.
   */
  assigneeId: z.optional(
    z.union([z.enum(ASSIGNEE_WORDS), idQuery], "assigneeId must be me, none or an id"),
  ),
  /**
   * Selects items without an answer by the team. Public comments, changes of the status and closing
   * are answers. Ignored unless the viewer is an admin.
   */
  unanswered: z.optional(
    z.pipe(
      z.literal("true", "unanswered must be true or absent"),
      z.transform(() => true as const),
    ),
  ),
  sort: z._default(z.enum(FEEDBACK_SORTS, "sort must be votes or date"), "votes"),
  limit: pageLimit,
  cursor: pageCursor,
});
export type FeedbackQuery = z.output<typeof FeedbackQuery>;
