import type { RefObject } from "react";
import { useRef, useState, useEffect, useEffectEvent } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { useLoginRedirect } from "./useLoginRedirect.ts";

interface FeedbackScreen {
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

export interface SubmitDialogState {
  readonly isOpen: boolean;
  /** Opens the dialog. If submitting requires an account, signed-out users log in first. */
  readonly open: () => void;
  readonly close: () => void;
}

const PARAMETER = "submit";

/**
 * The state of a history entry that was added by opening the dialog. On such an entry, closing the
 * dialog goes back to the previous entry.
 */
interface OpenedHere {
  readonly isSubmitOpened: true;
}

/**
 * Stores in the URL (`?submit=1`) whether the submit dialog is open. The open dialog therefore
 * survives a reload and a login, and Back closes the dialog. `hasBoards` is false if there is no
 * board to submit feedback to.
 */
function useSubmitDialog(hasBoards: boolean): SubmitDialogState {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const goToLogin = useLoginRedirect();
  const isAllowed = usePortal().site.allowPublicFeedback;
  const maySubmit = useCurrentUser() !== null || isAllowed;
  const isAsked = hasBoards && new URLSearchParams(search).get(PARAMETER) === "1";
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [isAsked]);
  const mustLogIn = isAsked && !maySubmit;
  const logInFirst = useEffectEvent(() => goToLogin({ replace: true }));
  useEffect(() => {
    if (mustLogIn) logInFirst();
  }, [mustLogIn]);
  const open = () => {
    const opened = withSubmit(search, true);
    if (!maySubmit) return goToLogin({ search: opened });
    const entry: OpenedHere = { isSubmitOpened: true };
    navigate({ search: opened }, { state: entry, keepScroll: true });
  };
  const close = () => {
    if (!isAsked || isClosing.current) return;
    isClosing.current = true;
    if (isOpenedHere(state)) window.history.back();
    else navigate({ search: withSubmit(search, false) }, { replace: true, keepScroll: true });
  };
  return { isOpen: isAsked && maySubmit, open, close };
}

function withSubmit(search: string, isOpen: boolean): string {
  const params = new URLSearchParams(search);
  if (isOpen) params.set(PARAMETER, "1");
  else params.delete(PARAMETER);
  return params.size > 0 ? `?${params.toString()}` : "";
}

function isOpenedHere(state: unknown): state is OpenedHere {
  return typeof state === "object" && state !== null && "isSubmitOpened" in state;
}
