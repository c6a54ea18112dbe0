import { useState } from "react";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";
import { useUndoAction } from "./useUndoAction.ts";

/** An account that can be blocked. */
export interface Blockable {
  id: number;
  name: string;
}

interface BlockDialogProps {
  isOpen: boolean;
  onClose: () => void;
  account: Blockable;
}

/** Asks for confirmation, then blocks an account. */
export function BlockDialog({ isOpen, onClose, account }: BlockDialogProps) {
  const [rejectPending, setRejectPending] = useState(true);
  const undoAction = useUndoAction();
  const block = useApiMutation(blockedAccountsApi.block, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to block",
    onSuccess: ({ decisionId }) =>
      toast({
        title: "Blocked",
        action: decisionId === null ? undefined : undoAction(decisionId),
      }),
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Block ${account.name}?`}
      description="The person can still read, but no longer submit, vote, comment, follow or report in this portal, and gets no notifications from it. You can unblock the person at any time."
      confirmLabel="Block"
      pendingLabel="Blocking..."
      pending={block.isPending}
      onConfirm={() => {
        const input = { params: { id: account.id }, body: { rejectPending } };
        block.mutate(input, { onSuccess: onClose });
      }}
    >
      <Switch
        label="Delete what waits"
        help="Rejects everything of this person that waits for approval."
        checked={rejectPending}
        onChange={({ target }) => setRejectPending(target.checked)}
      />
    </ConfirmDialog>
  );
}
