import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { Switch } from "#web/ui/Switch.tsx";

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
  const client = useQueryClient();
  return (
    <MutationDialog
      {...frame}
      endpoint={"PUT /api/blocked-accounts/:id"}
      input={{ params: { id: account.id }, body: { rejectPending } }}
      changes="moderation"
      errorFallback="Failed to block"
      onSuccess={({ undoToken }) =>
        toastWithUndo(client, { title: "Blocked" }, { undoToken, changes: "moderation" })
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
