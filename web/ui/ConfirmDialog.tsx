import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Describes all effects of the action. */
  description: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  pending?: boolean;
  /**
   * Whether the confirm button is disabled, for instance until a field in `children` is filled in.
   */
  confirmDisabled?: boolean;
  /** Called on confirmation. The caller closes the dialog after success. */
  onConfirm: () => void;
  children?: ReactNode;
}

/**
 * Asks for confirmation before an action, for instance because it cannot be undone. The focus
 * starts on Cancel, or on a field in `children`. The dialog stays open while the action is pending.
 */
export function ConfirmDialog({
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
    <Dialog
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
            data-autofocus
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
    </Dialog>
  );
}
