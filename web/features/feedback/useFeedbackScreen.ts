import { useRef, useState } from "react";
import type { RefObject } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { SubmitDialogState } from "./useSubmitDialog.ts";
import { useSubmitDialog } from "./useSubmitDialog.ts";

export interface FeedbackScreen {
  /** A ref for the element around the list. */
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly dialog: SubmitDialogState;
  /**
   * The item that the user has submitted last; null if nothing was submitted or the notice was
   * dismissed.
   */
  readonly submitted: FeedbackItem | null;
  readonly setSubmitted: (item: FeedbackItem) => void;
  /** Dismisses the notice and moves the focus to the first item. */
  readonly dismiss: () => void;
}

/**
 * Returns the state of a page with a feedback list. `hasBoards` is false if there is no board to
 * submit feedback to.
 */
export function useFeedbackScreen(hasBoards: boolean): FeedbackScreen {
  const listRef = useRef<HTMLDivElement>(null);
  const dialog = useSubmitDialog(hasBoards);
  const [submitted, setSubmitted] = useState<FeedbackItem | null>(null);
  const dismiss = () => {
    listRef.current?.querySelector<HTMLElement>("article a")?.focus();
    setSubmitted(null);
  };
  return { listRef, dialog, submitted, setSubmitted, dismiss };
}
