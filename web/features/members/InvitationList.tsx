import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { CreatedInvitation, Invitation } from "#contract/invitations.ts";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { INVITATION_COLUMNS, InvitationRow } from "./InvitationRow.tsx";
import { invitationPagesQuery } from "./memberQueries.ts";
import { WithdrawDialog } from "./WithdrawDialog.tsx";

/** Lists the open invitations. */
export function InvitationList({ onLink }: { onLink: (invitation: CreatedInvitation) => void }) {
  const list = useInfiniteQuery(invitationPagesQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const withdrawal = useDialogState<Invitation>();
  return (
    <ScreenSection id="invitations" title="Open invitations" headingRef={heading}>
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
          focusAfterwards={heading}
        />
      ) : null}
    </ScreenSection>
  );
}
