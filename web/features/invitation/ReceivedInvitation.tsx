import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReceivedInvitation as Received } from "#contract/invitations.ts";
import { isApiError } from "#web/app/api/call.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { AcceptButton } from "./AcceptButton.tsx";
import { InvitationGone } from "./InvitationGone.tsx";
import { InvitedAccountForm } from "./InvitedAccountForm.tsx";
import { invitationQuery } from "./invitationQuery.ts";

interface ReceivedInvitationProps {
  token: string;
  /** The page that opens after the invitation was accepted. */
  homePath: string;
  /** The link to the login page, which returns to the invitation after the login. */
  login: ReactNode;
  /** The button that logs out. */
  logout: ReactNode;
}

/**
 * Shows the invitation that the token belongs to: who is invited, and the actions that the person
 * can take.
 */
export function ReceivedInvitation(props: ReceivedInvitationProps) {
  const invitation = useQuery(invitationQuery(props.token));
  if (isApiError(invitation.error) && invitation.error.status === 404) return <InvitationGone />;
  return (
    <LoadedContent
      query={invitation}
      skeleton={
        <SkeletonGroup label="Loading invitation">
          <Skeleton className="w-full" />
          <Skeleton className="mt-3 w-2/3" />
          <Skeleton className="mt-8 h-10 w-full" />
        </SkeletonGroup>
      }
      errorMessage="Failed to fetch the invitation"
    >
      {(received) => <Offer {...props} invitation={received} />}
    </LoadedContent>
  );
}

function Offer({
  token,
  homePath,
  login,
  logout,
  invitation,
}: ReceivedInvitationProps & { invitation: Received }) {
  const { username, account } = invitation;
  const user = useCurrentUser();
  const address = <strong className="font-semibold wrap-anywhere">{username}</strong>;
  if (account === "other") {
    return (
      <Notice>
        {address} belongs to an account of another company, so it cannot join this one. Ask the
        admin who invited you to invite another address.
      </Notice>
    );
  }
  if (user && user.username.toLowerCase() !== username.toLowerCase()) {
    return (
      <Notice action={logout}>
        This invitation is for {address}. You are logged in as{" "}
        <span className="wrap-anywhere">{user.username}</span>. Log out to accept it.
      </Notice>
    );
  }
  const asRole = invitation.role === "company_admin" ? "an admin" : "a customer";
  const offer = (
    <>
      {address} is invited as {asRole}.
    </>
  );
  if (user) {
    return <Notice action={<AcceptButton token={token} homePath={homePath} />}>{offer}</Notice>;
  }
  if (account === "own") {
    return (
      <Notice>
        {offer} There is an account with this address. {login} to accept the invitation.
      </Notice>
    );
  }
  return (
    <>
      <p className="mb-6 text-base">{offer} Create an account to accept the invitation.</p>
      <InvitedAccountForm token={token} username={username} homePath={homePath} />
    </>
  );
}

function Notice({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-stretch gap-5">
      <p className="text-base">{children}</p>
      {action}
    </div>
  );
}
