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
}
