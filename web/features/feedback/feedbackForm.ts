import * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FeedbackCategory, NewFeedback } from "#contract/feedback.ts";

/** `NewFeedback` without what the program adds. All values of a form are texts, '' for none. */
export const FeedbackForm = z.extend(z.omit(NewFeedback, { status: true, companyId: true }), {
  category: z.pipe(z.string(), FeedbackCategory),
  boardId: z.pipe(z.string().check(z.minLength(1, "Board is required")), z.transform(Number)),
  boardCategoryId: z.pipe(
    z.string(),
    z.transform((id) => (id === "" ? null : Number(id))),
  ),
});

/** The submit form's values after validation. */
export type CheckedFeedback = z.output<typeof FeedbackForm>;

/** The submit form's values before validation; also the format of the stored draft. */
export const FeedbackFormValues = z.record(z.keyof(FeedbackForm), z.string());
export type FeedbackFormValues = z.output<typeof FeedbackFormValues>;

/** docs/specification.md "5. Validation rules": the default category of new feedback. */
const EMPTY_FORM = {
  ...Object.fromEntries(Object.keys(FeedbackForm.shape).map((name) => [name, ""])),
  category: "feature",
} as FeedbackFormValues;

/** Whether the values are blank, so that closing loses nothing. */
export function isBlank({ title, description }: FeedbackFormValues): boolean {
  return title.trim() === "" && description.trim() === "";
}

/** The options of the form's selects. */
export interface FeedbackChoices {
  readonly boards: readonly Board[];
  /** The board categories; undefined until loaded. */
  readonly categories: readonly BoardCategory[] | undefined;
  /** The board of the current page; null elsewhere. */
  readonly pageBoardId: number | null;
}

/**
 * The form's initial values: the draft with its board, if there is one; else an empty form with the
 * page's board, or the only board. A board or category that no longer exists is not selected.
 */
export function startValues(
  draft: FeedbackFormValues | null,
  { boards, categories, pageBoardId }: FeedbackChoices,
): FeedbackFormValues {
  const onlyBoard = boards.length === 1 ? boards[0]?.id : undefined;
  const preset = String(pageBoardId ?? onlyBoard ?? "");
  if (!draft || isBlank(draft)) return { ...EMPTY_FORM, boardId: preset };
  const has = (entities: readonly { id: number }[], wanted: string) =>
    entities.some(({ id }) => String(id) === wanted);
  return {
    ...draft,
    boardId: has(boards, draft.boardId) ? draft.boardId : preset,
    boardCategoryId:
      !categories || has(categories, draft.boardCategoryId) ? draft.boardCategoryId : "",
  };
}
