import type { CreatedInvitation, Invitation } from "#contract/invitations.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { StackedActions, StackedCell, StackedHeader, StackedRow } from "#web/ui/StackedTable.tsx";
import { ROLE_LABELS } from "./roleLabels.ts";
import { useInvite } from "./useInvite.ts";

/** The columns of the table of invitations, in the order of a row's cells. */
export const INVITATION_COLUMNS = [
  "Address",
  "Role",
  "Invited by",
  "Works until",
  "Actions",
] as const;

interface InvitationRowProps {
  invitation: Invitation;
  onLink: (invitation: CreatedInvitation) => void;
  onWithdraw: () => void;
}

/** A row of the list of open invitations. */
export function InvitationRow({ invitation, onLink, onWithdraw }: InvitationRowProps) {
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
