import { useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useLazyComponent } from "#web/ui/useLazyComponent.ts";
import type { SubmitDialogState } from "./useSubmitDialog.ts";
import { useSubmitDialog } from "./useSubmitDialog.ts";

export interface FeedbackScreen {
  /** The element around the list. */
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly dialog: SubmitDialogState;
  /** The notice of the item submitted last; null after it was dismissed. */
  readonly notice: ReactNode;
  readonly setSubmitted: (item: FeedbackItem) => void;
}

const loadNotice = async () => (await import("./SubmittedNotice.tsx")).SubmittedNotice;

/**
 * The shared state of a page with a feedback list. `hasBoards` is false if nothing can be
 * submitted.
 */
export function useFeedbackScreen(hasBoards: boolean): FeedbackScreen {
  const listRef = useRef<HTMLDivElement>(null);
  const dialog = useSubmitDialog(hasBoards);
  const [submitted, setSubmitted] = useState<FeedbackItem | null>(null);
  const SubmittedNotice = useLazyComponent(loadNotice, {
    request: submitted?.id ?? 0,
    atIdle: false,
  });
  const dismiss = () => {
    listRef.current?.querySelector<HTMLElement>("article a")?.focus();
    setSubmitted(null);
  };
  const notice =
    submitted && SubmittedNotice ? <SubmittedNotice item={submitted} onDismiss={dismiss} /> : null;
  return { listRef, dialog, notice, setSubmitted };
}
