import { useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { CreatedInvitation, Invitation } from "#contract/invitations.ts";
import { Button } from "#web/ui/Button.tsx";
import { Plus } from "#web/ui/icons.ts";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { INVITATION_COLUMNS, InvitationRow } from "./InvitationRow.tsx";
import { invitationPagesQuery } from "./memberQueries.ts";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

interface InvitationListProps {
  inviteButton: RefObject<HTMLButtonElement | null>;
  onInvite: () => void;
  onLink: (invitation: CreatedInvitation) => void;
}

/** Lists the open invitations, with a button to invite a person. */
export function InvitationList({ inviteButton, onInvite, onLink }: InvitationListProps) {
  const list = useInfiniteQuery(invitationPagesQuery());
  const withdrawal = useDialogState<Invitation>();
  return (
    <ScreenSection
      id="invitations"
      title="Open invitations"
      actions={
        <Button ref={inviteButton} aria-haspopup="dialog" onClick={onInvite}>
          <Plus aria-hidden="true" />
          Invite
        </Button>
      }
    >
      <PagedTable
        list={{ ...list, isPlaceholderData: false }}
        listKey=""
        label="Open invitations"
        loadingLabel="Loading invitations"
        skeletonRows={1}
        errorMessage="Failed to fetch invitations"
        columns={INVITATION_COLUMNS}
        tableFrom="4xl"
        empty={<p className="text-sm">Nobody is invited at present.</p>}
        renderRow={(invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onLink={onLink}
            onWithdraw={() => withdrawal.open(invitation)}
          />
        )}
      />
      {withdrawal.subject ? (
        <WithdrawDialog
          key={withdrawal.turn}
          isOpen={withdrawal.isOpen}
          onClose={withdrawal.close}
          invitation={withdrawal.subject}
        />
      ) : null}
    </ScreenSection>
  );
}
