import { useFreshMutation } from "#web/app/api/useFreshMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";

interface DisconnectDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The provider's name. */
  name: string;
}

/** Asks for confirmation, then disconnects the provider. */
export function DisconnectDialog({ isOpen, onClose, name }: DisconnectDialogProps) {
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
