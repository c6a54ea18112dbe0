import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";

export interface SubmitDialogState {
  readonly isOpen: boolean;
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
 * survives a reload, and Back closes the dialog. `hasBoards` is false if there is no
 * board to submit feedback to.
 */
export function useSubmitDialog(hasBoards: boolean): SubmitDialogState {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const isAsked = hasBoards && new URLSearchParams(search).get(PARAMETER) === "1";
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [isAsked]);
  const open = () => {
    const opened = withSubmit(search, true);
    const entry: OpenedHere = { isSubmitOpened: true };
    navigate({ search: opened }, { state: entry, keepScroll: true });
  };
  const close = () => {
    if (!isAsked || isClosing.current) return;
    isClosing.current = true;
    if (isOpenedHere(state)) window.history.back();
    else navigate({ search: withSubmit(search, false) }, { replace: true, keepScroll: true });
  };
  return { isOpen: isAsked, open, close };
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
