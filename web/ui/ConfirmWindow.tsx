import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { DialogWindow } from "./DialogWindow.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, in full. */
  description: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  pending?: boolean;
  /** For a confirmation that has to be earned first, in `children`. */
  confirmDisabled?: boolean;
  /** Called on confirmation. The caller closes the dialog when the action has succeeded. */
  onConfirm: () => void;
  children?: ReactNode;
}

/** What `ConfirmDialog` shows. */
export function ConfirmWindow({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  pendingLabel,
  pending = false,
  confirmDisabled = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const changeOpen = (next: boolean) => {
    if (!pending) onOpenChange(next);
  };
  return (
    <DialogWindow
      role="alertdialog"
      size="sm"
      open={open}
      onOpenChange={changeOpen}
      title={title}
      description={description}
      onSubmit={() => {
        if (!pending && !confirmDisabled) onConfirm();
      }}
      isPending={pending}
      footer={
        <>
          <Button
            variant="secondary"
            disabled={pending}
            onClick={() => changeOpen(false)}
            {...(children ? {} : { "data-autofocus": true })}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            variant="danger"
            disabled={confirmDisabled}
            pending={pending}
            pendingLabel={pendingLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </DialogWindow>
  );
}
