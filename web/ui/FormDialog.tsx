import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { DiscardQuestion } from "./DiscardQuestion.tsx";
import { useUnsavedChanges } from "./unsavedChanges.ts";

interface FormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  size?: ComponentProps<typeof Dialog>["size"];
  /** Whether closing the dialog would lose input. */
  isDirty: boolean;
  isPending: boolean;
  submitLabel: string;
  pendingLabel: string;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
}

/**
 * A form in a dialog, with Cancel and a submit button. The dialog asks for confirmation before it
 * discards input, and stays open while the form is being saved.
 */
export function FormDialog({
  isOpen,
  onClose,
  title,
  description,
  size,
  isDirty,
  isPending,
  submitLabel,
  pendingLabel,
  onSubmit,
  children,
}: FormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  useUnsavedChanges(isOpen && isDirty);
  const close = () => {
    if (isPending) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title={title}
        description={description}
        {...(size && { size })}
        onSubmit={onSubmit}
        isPending={isPending}
        footer={
          <>
            <Button variant="secondary" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending} pendingLabel={pendingLabel}>
              {submitLabel}
            </Button>
          </>
        }
      >
        {children}
      </Dialog>
      <DiscardQuestion isOpen={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </>
  );
}
