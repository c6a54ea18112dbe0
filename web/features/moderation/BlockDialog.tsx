import { useState } from "react";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { toast } from "#web/ui/toast.ts";
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
export function BlockDialog({ account, ...frame }: BlockDialogProps) {
  const [rejectPending, setRejectPending] = useState(true);
  const undoAction = useUndoAction();
  return (
    <MutationDialog
      {...frame}
      endpoint={blockedAccountsApi.block}
      input={{ params: { id: account.id }, body: { rejectPending } }}
      changes="moderation"
      errorFallback="Failed to block"
      onSuccess={({ decisionId }) =>
        toast({
          title: "Blocked",
          action: decisionId === null ? undefined : undoAction(decisionId),
        })
      }
      title={`Block ${account.name}?`}
      description="The person can still read, but no longer submit, vote, comment, follow or report in this portal, and gets no notifications from it. You can unblock the person at any time."
      confirmLabel="Block"
      pendingLabel="Blocking..."
    >
      <Switch
        label="Delete what waits"
        help="Rejects everything of this person that waits for approval."
        checked={rejectPending}
        onChange={({ target }) => setRejectPending(target.checked)}
      />
    </MutationDialog>
  );
}
