import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DiscardQuestionProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDiscard: () => void;
}

/** Asks before a dialog closes with something in it that has not been saved. */
export function DiscardQuestion({ isOpen, onOpenChange, onDiscard }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Discard unsaved changes?"
      description="What you changed here has not been saved."
      confirmLabel="Discard changes"
      onConfirm={() => {
        onOpenChange(false);
        onDiscard();
      }}
    />
  );
}
