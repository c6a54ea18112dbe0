import { useRef } from "react";
import type { CreatedInvitation } from "#contract/invitations.ts";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { InvitationLinkDialog } from "./InvitationLinkDialog.tsx";
import { InvitationList } from "./InvitationList.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { MemberList } from "./MemberList.tsx";

/**
 * The screen where admins see, invite, change and remove the members of their company
 * (docs/product-decisions.md "Accounts, sessions, privacy").
 */
export function MembersScreen() {
  const inviteButton = useRef<HTMLButtonElement>(null);
  const invite = useDialogState<true>();
  const link = useDialogState<CreatedInvitation>();
  return (
    <div className="flex flex-col gap-10">
      <InvitationList
        inviteButton={inviteButton}
        onInvite={() => invite.open(true)}
        onLink={link.open}
      />
      <MemberList />
      {invite.subject ? (
        <InviteDialog
          key={`invite ${String(invite.turn)}`}
          isOpen={invite.isOpen}
          onClose={invite.close}
          onLink={link.open}
        />
      ) : null}
      {link.subject ? (
        <InvitationLinkDialog
          key={`link ${String(link.turn)}`}
          isOpen={link.isOpen}
          onClose={link.close}
          invitation={link.subject}
          focusAfterwards={inviteButton}
        />
      ) : null}
    </div>
  );
}
