import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";

/** Disconnects the provider after a confirmation. */
export function DisconnectButton({ name }: { name: string }) {
  const disconnect = useDialogState<true>();
  return (
    <>
      <Button
        variant="ghost"
        className="mr-auto"
        aria-haspopup="dialog"
        onClick={() => disconnect.open(true)}
      >
        Disconnect
      </Button>
      <OpenDialog state={disconnect}>
        {(_, frame) => <DisconnectDialog {...frame} name={name} />}
      </OpenDialog>
    </>
  );
}

interface DisconnectDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The provider's name. */
  name: string;
}

function DisconnectDialog({ isOpen, onClose, name }: DisconnectDialogProps) {
  const removal = useFreshMutation("DELETE /api/company/sign-on", {
    freshFor: "disconnect the provider",
    success: "Provider disconnected successfully",
    errorFallback: "Failed to disconnect the provider",
    changes: "signOn",
    onSuccessMounted: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Disconnect ${name}?`}
      description="Nobody can log in with it any more. People keep their accounts, and log in with a mailed code, a passkey or a password. If you connect it again, everybody finds their account again."
      confirmLabel="Disconnect"
      pendingLabel="Disconnecting..."
      pending={removal.isPending}
      onConfirm={() => removal.mutate()}
    />
  );
}
