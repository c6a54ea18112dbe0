import type { DialogState } from "#web/ui/useDialogState.ts";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";
import { DeleteEntryDialog } from "./DeleteEntryDialog.tsx";
import { EntryFormDialog } from "./EntryFormDialog.tsx";
import { ReorderEntriesDialog } from "./ReorderEntriesDialog.tsx";

/** The kind of the open dialog, and the entry that the dialog edits or deletes. */
export type EntryDialog =
  | { readonly kind: "add" | "reorder" }
  | { readonly kind: "edit" | "delete"; readonly entry: ContentEntry };

interface EntryDialogsProps {
  kind: ContentKind;
  state: DialogState<EntryDialog>;
  entries: readonly ContentEntry[];
}

/** The open dialog of a list, if any. */
export function EntryDialogs({ kind, state, entries }: EntryDialogsProps) {
  const { subject: dialog, isOpen, turn, close } = state;
  if (!dialog) return null;
  const frame = { kind, isOpen, onClose: close };
  if (dialog.kind === "reorder") {
    return <ReorderEntriesDialog key={turn} {...frame} entries={entries} />;
  }
  if (dialog.kind === "delete") {
    return <DeleteEntryDialog key={turn} {...frame} entry={dialog.entry} />;
  }
  const entry = dialog.kind === "edit" ? dialog.entry : null;
  return <EntryFormDialog key={turn} {...frame} entry={entry} />;
}
