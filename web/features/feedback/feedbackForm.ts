import * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FeedbackCategory, NewFeedback } from "#contract/feedback.ts";

/**
 * The contract's `NewFeedback` as a form has it: its selects give strings, '' for nothing chosen.
 */
export const FeedbackForm = z.extend(z.pick(NewFeedback, { title: true, description: true }), {
  category: FeedbackCategory,
  boardId: z.pipe(z.string().check(z.minLength(1, "Board is required")), z.transform(Number)),
  boardCategoryId: z.pipe(
    z.string(),
    z.transform((id) => (id === "" ? null : Number(id))),
  ),
});

/** What the submit form gives once it is checked. */
export type CheckedFeedback = z.output<typeof FeedbackForm>;

/** What the submit form holds before it is checked; also what is kept of it as a draft. */
export const FeedbackFormValues = z.object({
  title: z.string(),
  description: z.string(),
  boardId: z.string(),
  category: FeedbackCategory,
  boardCategoryId: z.string(),
});
export type FeedbackFormValues = z.output<typeof FeedbackFormValues>;

/** docs/specification.md "5. Validation rules": the defaults of new feedback. */
const EMPTY_FORM: FeedbackFormValues = {
  title: "",
  description: "",
  boardId: "",
  category: "feature",
  boardCategoryId: "",
};

/** Whether nothing would be lost with these values. */
export function isBlank({ title, description }: FeedbackFormValues): boolean {
  return title.trim() === "" && description.trim() === "";
}

/** What there is to choose from. */
export interface FeedbackChoices {
  readonly boards: readonly Board[];
  /** The company's own; undefined until they are loaded. */
  readonly categories: readonly BoardCategory[] | undefined;
  /** The board whose page this is; null elsewhere. */
  readonly pageBoardId: number | null;
}

/**
 * What the form starts with: the draft with its board, if there is one; else empty on the page's
 * own board, or on the only board there is. A board or own category that is gone is not chosen.
 */
export function startValues(
  draft: FeedbackFormValues | null,
  { boards, categories, pageBoardId }: FeedbackChoices,
): FeedbackFormValues {
  const onlyBoard = boards.length === 1 ? boards[0]?.id : undefined;
  const preset = String(pageBoardId ?? onlyBoard ?? "");
  if (!draft || isBlank(draft)) return { ...EMPTY_FORM, boardId: preset };
  const has = (things: readonly { id: number }[], wanted: string) =>
    things.some(({ id }) => String(id) === wanted);
  return {
    ...draft,
    boardId: has(boards, draft.boardId) ? draft.boardId : preset,
    boardCategoryId:
      !categories || has(categories, draft.boardCategoryId) ? draft.boardCategoryId : "",
  };
}
