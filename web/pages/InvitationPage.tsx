import { INVITATION_TOKEN } from "#contract/invitations.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { LogoutButton } from "#web/app/layout/LogoutButton.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { HOME_PATH } from "#contract/safeReturnPath.ts";
import {
  InvitationGone,
  invitationQuery,
  ReceivedInvitation,
} from "#web/features/members/ReceivedInvitation.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /invitation, which opens from the link of an invitation. */
export function Component() {
  const [search] = useSearchParams();
  const { company } = usePortal();
  const token = search.get("token") ?? "";
  return (
    <AuthScreen title={company ? `Join ${company.name}` : "Invitation"}>
      <PageMeta title="Invitation" noIndex />
      {INVITATION_TOKEN.test(token) ? (
        <ReceivedInvitation
          token={token}
          homePath={HOME_PATH}
          login={<AuthLink to="/login">Log in</AuthLink>}
          logout={<LogoutButton />}
        />
      ) : (
        <InvitationGone />
      )}
    </AuthScreen>
  );
}

/** Preloads the invitation whose token is in the URL. */
export async function preloads({ client, search }: PageContext): Promise<404 | void> {
  const token = search.get("token") ?? "";
  if (!INVITATION_TOKEN.test(token)) return 404;
  await Promise.allSettled([client.query(invitationQuery(token))]);
  return undefined;
}
