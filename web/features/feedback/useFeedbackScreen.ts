import { useRef, useState } from "react";
import type { RefObject } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { SubmitDialogState } from "./useSubmitDialog.ts";
import { useSubmitDialog } from "./useSubmitDialog.ts";

export interface FeedbackScreen {
  /** What holds the list. */
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly dialog: SubmitDialogState;
  /** The item submitted last, until it is dismissed. */
  readonly submitted: FeedbackItem | null;
  readonly setSubmitted: (item: FeedbackItem) => void;
  /**
   * Takes the notice of `submitted` away; the focus, which was in it, goes to the list's first
   * item.
   */
  readonly dismiss: () => void;
}

/**
 * What the parts of a page with a list of feedback share. `hasBoards` is false where there is
 * nothing to submit to.
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
