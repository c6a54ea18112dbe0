import type { Member } from "#contract/members.ts";
import { membersApi } from "#contract/members.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { QUERIES_AFFECTED_BY_MEMBERS } from "./memberQueries.ts";
import { useOwnMembership } from "./useOwnMembership.ts";

interface RemoveMemberDialogProps {
  isOpen: boolean;
  onClose: () => void;
  member: Member;
}

/** Asks for confirmation, then removes a member from the company. */
export function RemoveMemberDialog({ isOpen, onClose, member }: RemoveMemberDialogProps) {
  const { isOwn, afterChange } = useOwnMembership(member.id);
  const remove = useApiMutation(membersApi.remove, {
    ...(isOwn
      ? { onSuccessMounted: () => afterChange("You have left the company") }
      : { refetch: QUERIES_AFFECTED_BY_MEMBERS, success: "Member removed successfully" }),
    errorFallback: "Failed to remove the member",
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={isOwn ? "Leave the company?" : "Remove member?"}
      description={<Consequences member={member} isOwn={isOwn} />}
      confirmLabel={isOwn ? "Leave" : "Remove"}
      pendingLabel={isOwn ? "Leaving..." : "Removing..."}
      pending={remove.isPending || (isOwn && remove.isSuccess)}
      // `onSuccess` runs after the refetch, so the list no longer contains the member when the
      // dialog closes.
      onConfirm={() =>
        remove.mutate(
          { params: { id: member.id } },
          {
            onSuccess: () => {
              if (!isOwn) onClose();
            },
          },
        )
      }
    />
  );
}

function Consequences({ member, isOwn }: { member: Member; isOwn: boolean }) {
  if (isOwn)
    return "You will be signed out everywhere and lose all rights in the company. Open invitations from you stop working. Your account, items, comments and votes stay. An admin can invite you again.";
  return (
    <>
      <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
        {member.fullName ?? member.username}
      </strong>{" "}
      will be signed out everywhere and lose all rights in the company. Open invitations to and from
      this person stop working. The account, its items, comments and votes stay. You can invite the
      person again.
    </>
  );
}
