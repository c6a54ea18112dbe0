import * as z from "zod/mini";
import type { Board } from "#contract/boards.ts";
import type { BoardCategory } from "#contract/categories.ts";
import { FeedbackCategory, NewFeedback } from "#contract/feedback.ts";

const ADDED = { status: true, companyId: true, altcha: true, website: true } as const;

/**
 * The schema of the submit form: `NewFeedback` without the fields that `useSubmitForm` adds. All
 * values of the form are strings; '' means that nothing is typed or selected.
 */
export const FeedbackForm = z.extend(z.omit(NewFeedback, ADDED), {
  category: z.pipe(z.string(), FeedbackCategory),
  boardId: z.pipe(z.string().check(z.minLength(1, "Board is required")), z.transform(Number)),
  boardCategoryId: z.pipe(
    z.string(),
    z.transform((id) => (id === "" ? null : Number(id))),
  ),
});

/** The submit form's values after validation. */
export type CheckedFeedback = z.output<typeof FeedbackForm>;

/** The submit form's values before validation. The stored draft has the same format. */
export const FeedbackFormValues = z.record(z.keyof(FeedbackForm), z.string());
export type FeedbackFormValues = z.output<typeof FeedbackFormValues>;

/**
 * An empty form with the default category of new feedback (docs/specification.md "5. Validation
 * rules").
 */
export const EMPTY_FORM = {
  ...Object.fromEntries(Object.keys(FeedbackForm.shape).map((name) => [name, ""])),
  category: "feature",
} as FeedbackFormValues;

/** Whether title and description are blank, so that closing the form loses nothing. */
export function isBlank({ title, description }: FeedbackFormValues): boolean {
  return title.trim() === "" && description.trim() === "";
}

/** The options of the form's selects. */
export interface FeedbackChoices {
  readonly boards: readonly Board[];
  /** The board categories; undefined until they have loaded. */
  readonly categories: readonly BoardCategory[] | undefined;
  /** The board of the current page; null if the page is not a board's page. */
  readonly pageBoardId: number | null;
  /** The board that the visitor has used last; null if there is none. */
  readonly lastBoardId: number | null;
}

/**
 * Returns the initial values of the form. If there is a draft, these are the values of the draft.
 * Without a draft, the form is empty and selects the board of the current page, otherwise the last
 * used board, otherwise the only board. A board or category that no longer exists is not selected.
 */
export function startValues(
  draft: FeedbackFormValues | null,
  { boards, categories, pageBoardId, lastBoardId }: FeedbackChoices,
): FeedbackFormValues {
  const has = (entities: readonly { id: number }[], wanted: string) =>
    entities.some(({ id }) => String(id) === wanted);
  const lastBoard = has(boards, String(lastBoardId)) ? lastBoardId : null;
  const onlyBoard = boards.length === 1 ? boards[0]?.id : undefined;
  const preset = String(pageBoardId ?? lastBoard ?? onlyBoard ?? "");
  if (!draft || isBlank(draft)) return { ...EMPTY_FORM, boardId: preset };
  return {
    ...draft,
    boardId: has(boards, draft.boardId) ? draft.boardId : preset,
    boardCategoryId:
      !categories || has(categories, draft.boardCategoryId) ? draft.boardCategoryId : "",
  };
}
