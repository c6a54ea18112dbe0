import { useRef, useState } from "react";
import type { RefObject } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { SubmitDialogState } from "./useSubmitDialog.ts";
import { useSubmitDialog } from "./useSubmitDialog.ts";

export interface FeedbackScreen {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  /** Puts the focus into the search field and selects what is in it. */
  readonly focusSearch: () => void;
  readonly dialog: SubmitDialogState;
  /** The item submitted last, until it is dismissed. */
  readonly submitted: FeedbackItem | null;
  readonly setSubmitted: (item: FeedbackItem | null) => void;
}

/** What the parts of a page with a list of feedback share. `hasBoards` is false where there is nothing to submit to. */
export function useFeedbackScreen(hasBoards: boolean): FeedbackScreen {
  const searchRef = useRef<HTMLInputElement>(null);
  const dialog = useSubmitDialog(hasBoards);
  const [submitted, setSubmitted] = useState<FeedbackItem | null>(null);
  const focusSearch = () => {
    searchRef.current?.focus();
    searchRef.current?.select();
  };
  return { searchRef, focusSearch, dialog, submitted, setSubmitted };
}
