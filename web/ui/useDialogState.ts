import { useState } from "react";

export interface DialogState<Subject> {
  /** What the open dialog is about; the last one's subject while it is on its way out. null before the first. */
  readonly subject: Subject | null;
  readonly isOpen: boolean;
  /** Another number each time a dialog is opened: as a key it gives each opening a form of its own. */
  readonly turn: number;
  readonly open: (subject: Subject) => void;
  readonly close: () => void;
}

/** Which of a screen's dialogs is open, and what about. */
export function useDialogState<Subject>(): DialogState<Subject> {
  const [state, setState] = useState<Pick<DialogState<Subject>, "subject" | "isOpen" | "turn">>({
    subject: null,
    isOpen: false,
    turn: 0,
  });
  return {
    ...state,
    open: (subject) => setState(({ turn }) => ({ subject, isOpen: true, turn: turn + 1 })),
    close: () => setState((last) => ({ ...last, isOpen: false })),
  };
}
