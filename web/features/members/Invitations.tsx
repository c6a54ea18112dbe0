import { useInfiniteQuery } from "@tanstack/react-query";
import type { RefObject } from "react";
import type { CreatedInvitation, Invitation } from "#contract/invitations.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { OpenDialog, useDialogState } from "#web/ui/useDialogState.ts";
import { useInvite } from "./InviteDialog.tsx";
import { ROLE_LABELS } from "./RoleField.tsx";
import { Plus } from "#web/ui/icons.ts";

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
        list={list}
        label="Open invitations"
        content="invitations"
        skeletonRows={1}
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
      <OpenDialog state={withdrawal}>
        {(invitation, frame) => <WithdrawDialog {...frame} invitation={invitation} />}
      </OpenDialog>
    </ScreenSection>
  );
}

/** The columns of the table of invitations, in the order of a row's cells. */
const INVITATION_COLUMNS = ["Address", "Role", "Invited by", "Works until", "Actions"] as const;

interface InvitationRowProps {
  invitation: Invitation;
  onLink: (invitation: CreatedInvitation) => void;
  onWithdraw: () => void;
}

/** A row of the list of open invitations. */
function InvitationRow({ invitation, onLink, onWithdraw }: InvitationRowProps) {
  const { username, role, invitedBy, expiresAt } = invitation;
  return (
    <StackedRow>
      <StackedHeader>
        <span className="block font-semibold wrap-anywhere">{username}</span>
      </StackedHeader>
      <StackedCell label="Role">{ROLE_LABELS[role].label}</StackedCell>
      <StackedCell label="Invited by" className="wrap-anywhere">
        <span dir="auto">{invitedBy ?? "–"}</span>
      </StackedCell>
      <StackedCell label="Works until" className="@max-4xl:col-span-2">
        <CalendarDate value={expiresAt} className="whitespace-nowrap" />
      </StackedCell>
      <StackedActions>
        <Renewal invitation={invitation} onLink={onLink} />
        <Button variant="ghost" aria-haspopup="dialog" onClick={onWithdraw}>
          Withdraw
          <span className="sr-only"> the invitation of {username}</span>
        </Button>
      </StackedActions>
    </StackedRow>
  );
}

/**
 * The buttons that create or mail a new link for an open invitation. Earlier links then no longer
 * work.
 */
function Renewal({
  invitation: { username, role },
  onLink,
}: Pick<InvitationRowProps, "invitation" | "onLink">) {
  const { sendsMail } = usePortal();
  const invite = useInvite({ onLink });
  const pendingDelivery = invite.isPending ? invite.variables.body.delivery : null;
  const renew = (delivery: "mail" | "link") => {
    if (!invite.isPending) invite.mutate({ body: { username, role, delivery } });
  };
  return (
    <>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        pending={pendingDelivery === "link"}
        pendingLabel="Creating..."
        onClick={() => renew("link")}
      >
        Replace link
        <span className="sr-only"> for {username}</span>
      </Button>
      {sendsMail ? (
        <Button
          variant="ghost"
          pending={pendingDelivery === "mail"}
          pendingLabel="Sending..."
          onClick={() => renew("mail")}
        >
          Resend
          <span className="sr-only"> to {username}</span>
        </Button>
      ) : null}
    </>
  );
}

interface WithdrawDialogProps {
  isOpen: boolean;
  onClose: () => void;
  invitation: Invitation;
}

/** Asks for confirmation, then withdraws an invitation. */
function WithdrawDialog({ invitation: { id, username }, ...frame }: WithdrawDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint={"DELETE /api/invitations/:id"}
      input={{ params: { id } }}
      changes="members"
      success="Invitation withdrawn successfully"
      errorFallback="Failed to withdraw the invitation"
      title="Withdraw invitation?"
      description={
        <>
          The links for <strong className="font-semibold wrap-anywhere text-ink">{username}</strong>{" "}
          no longer work.
        </>
      }
      confirmLabel="Withdraw"
      pendingLabel="Withdrawing..."
    />
  );
}

/**
 * Returns the query for the pages of open invitations, newest first. The pages are refetched on
 * each visit.
 */
export function invitationPagesQuery() {
  return { ...apiPagedQuery("/api/invitations"), staleTime: 0 };
}
