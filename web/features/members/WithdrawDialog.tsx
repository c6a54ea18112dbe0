import type { Invitation } from "#contract/invitations.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { QUERIES_AFFECTED_BY_MEMBERS } from "./memberQueries.ts";

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  invitation: Invitation;
}

/** Asks for confirmation, then withdraws an invitation. */
export function WithdrawDialog({
  isOpen,
  onClose,
  invitation: { id, username },
}: WithdrawDialogProps) {
  const withdraw = useApiMutation(invitationsApi.withdraw, {
    refetch: QUERIES_AFFECTED_BY_MEMBERS,
    success: "Invitation withdrawn successfully",
    errorFallback: "Failed to withdraw the invitation",
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Withdraw invitation?"
      description={
        <>
          The links for <strong className="font-semibold wrap-anywhere text-ink">{username}</strong>{" "}
          no longer work.
        </>
      }
      confirmLabel="Withdraw"
      pendingLabel="Withdrawing..."
      pending={withdraw.isPending}
      // `onSuccess` runs after the refetch, so the list no longer contains the invitation when the
      // dialog closes.
      onConfirm={() => withdraw.mutate({ params: { id } }, { onSuccess: onClose })}
    />
  );
}
