import type { RefObject } from "react";
import type { ImportRun } from "#contract/imports.ts";

/** The question of a dialog, and the import that the question is about. */
export interface ImportDialog {
  readonly kind: "start" | "discard" | "undo";
  readonly run: ImportRun;
}

/** The properties of each dialog about an import. */
export interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
  run: ImportRun;
  /** Gets the focus afterwards if the button that opened the dialog no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}
