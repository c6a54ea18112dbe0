import type { RefObject } from "react";
import type { ImportRun } from "#contract/imports.ts";

/** What a dialog asks, and about which import. */
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
