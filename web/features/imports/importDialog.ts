import type { RefObject } from "react";
import type { ImportRun } from "#contract/imports.ts";

/** The kind of an open dialog, and the import that the dialog is about. */
export interface ImportDialog {
  readonly kind: "start" | "discard" | "undo";
  readonly run: ImportRun;
}

/** The properties of each dialog about an import. */
export interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
  run: ImportRun;
  /**
   * Gets the focus after the dialog has closed, if the button that opened the dialog no longer
   * exists.
   */
  focusAfterwards: RefObject<HTMLElement | null>;
}
