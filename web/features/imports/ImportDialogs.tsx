import type { DialogState } from "#web/ui/useDialogState.ts";
import { DiscardDialog } from "./DiscardDialog.tsx";
import type { ImportDialog } from "./importDialog.ts";
import { StartDialog } from "./StartDialog.tsx";
import { UndoDialog } from "./UndoDialog.tsx";

const DIALOGS = { start: StartDialog, discard: DiscardDialog, undo: UndoDialog } as const;

/** Renders the dialog that the admin has opened about an import. */
export function ImportDialogs({ state }: { state: DialogState<ImportDialog> }) {
  const { subject, isOpen, turn, close } = state;
  if (!subject) return null;
  const Dialog = DIALOGS[subject.kind];
  return <Dialog key={turn} isOpen={isOpen} onClose={close} run={subject.run} />;
}
