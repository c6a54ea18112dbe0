import type { RefObject } from "react";
import type { Invitation } from "#contract/invitations.ts";
import { invitationsApi } from "#contract/invitations.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { QUERIES_AFFECTED_BY_MEMBERS } from "./memberQueries.ts";

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  invitation: Invitation;
  /** Gets the focus after the withdrawal, because the invitation's row no longer exists. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, then withdraws an invitation. */
export function WithdrawDialog({
  isOpen,
  onClose,
  invitation: { id, username },
  focusAfterwards,
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
      description={<Consequences username={username} focusAfterwards={focusAfterwards} />}
      confirmLabel="Withdraw"
      pendingLabel="Withdrawing..."
      pending={withdraw.isPending}
      // `onSuccess` runs after the refetch, so the list no longer contains the invitation when the
      // dialog closes.
      onConfirm={() => withdraw.mutate({ params: { id } }, { onSuccess: onClose })}
    />
  );
}

function Consequences({
  username,
  focusAfterwards,
}: {
  username: string;
  focusAfterwards: RefObject<HTMLElement | null>;
}) {
  useFocusWhenLost(focusAfterwards);
  return (
    <>
      The links for <strong className="font-semibold wrap-anywhere text-ink">{username}</strong> no
      longer work.
    </>
  );
}
