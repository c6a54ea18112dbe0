import type { ReactNode } from "react";
import { createElement, Fragment, useState } from "react";

export interface DialogState<Subject> {
  /**
   * The entity or other value with which the dialog was last opened. It stays set after the dialog
   * has closed. It is null until the dialog is opened for the first time.
   */
  readonly subject: Subject | null;
  readonly isOpen: boolean;
  /**
   * Increases each time a dialog opens. Used as a React key, it gives each opened dialog a new
   * form.
   */
  readonly turn: number;
  readonly open: (subject: Subject) => void;
  readonly close: () => void;
}

/** Manages whether a dialog of a screen is open, and for which entity. */
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

interface OpenDialogProps<Subject> {
  state: DialogState<Subject>;
  children: (subject: Subject, frame: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** Renders a dialog once it has been opened. Each time it opens, it gets a new state. */
export function OpenDialog<Subject>({ state, children }: OpenDialogProps<Subject>) {
  const { subject, isOpen, turn, close } = state;
  if (subject === null) return null;
  const dialog = children(subject, { isOpen, onClose: close });
  return createElement(Fragment, { key: turn }, dialog);
}
