import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface DiscardQuestionProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onDiscard: () => void;
  /** Text of the question, if something other than unsaved changes would be lost. */
  warning?: string;
}

/**
 * Asks for confirmation before a dialog closes with unsaved input, or with text that is shown only
 * once.
 */
export function DiscardQuestion({
  isOpen,
  onOpenChange,
  onDiscard,
  warning,
}: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={warning ? "Close this window?" : "Discard unsaved changes?"}
      description={warning ?? "What you changed here has not been saved."}
      confirmLabel={warning ? "Close anyway" : "Discard changes"}
      onConfirm={() => {
        onOpenChange(false);
        onDiscard();
      }}
    />
  );
}
