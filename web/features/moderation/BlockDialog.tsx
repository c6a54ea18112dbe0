import type { RefObject } from "react";
import { useState } from "react";
import { blockedAccountsApi } from "#contract/blockedAccounts.ts";
import type { ModeratedPost } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { useFocusWhenLost } from "#web/ui/useFocusWhenLost.ts";
import { authorOf } from "./authorOf.ts";
import { QUERIES_AFFECTED_BY_MODERATION } from "./moderationQueries.ts";

interface BlockDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A post of the account that is blocked. */
  post: ModeratedPost;
  /** Gets the focus afterwards, if the post's row is removed. */
  focusAfterwards: RefObject<HTMLElement | null>;
}

/** Asks for confirmation, then blocks the author of a post. */
export function BlockDialog({ isOpen, onClose, post, focusAfterwards }: BlockDialogProps) {
  const [rejectPending, setRejectPending] = useState(true);
  const { author } = post;
  const block = useApiMutation(blockedAccountsApi.block, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to block",
    success: "Blocked",
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Block ${authorOf(post)}?`}
      description="The person can still read, but no longer submit, vote, comment, follow or report in this portal, and gets no notifications from it. You can unblock the person at any time."
      confirmLabel="Block"
      pendingLabel="Blocking..."
      pending={block.isPending}
      onConfirm={() => {
        if (!author) return;
        const input = { params: { id: author.id }, body: { rejectPending } };
        block.mutate(input, { onSuccess: onClose });
      }}
    >
      <RejectSwitch
        isOn={rejectPending}
        onChange={setRejectPending}
        focusAfterwards={focusAfterwards}
      />
    </ConfirmDialog>
  );
}

interface RejectSwitchProps extends Pick<BlockDialogProps, "focusAfterwards"> {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function RejectSwitch({ isOn, onChange, focusAfterwards }: RejectSwitchProps) {
  useFocusWhenLost(focusAfterwards);
  return (
    <Switch
      label="Delete what waits"
      help="Rejects everything of this person that waits for approval."
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
