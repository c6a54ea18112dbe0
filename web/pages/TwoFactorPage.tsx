import type { User } from "#contract/users.ts";
import { LogoutButton } from "#web/app/layout/LogoutButton.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { mfaStatusQuery } from "#web/features/accountSecurity/MfaLoader.tsx";
import { MfaSetupSteps } from "#web/features/accountSecurity/MfaSetupSteps.tsx";
import type { AuthPanel } from "#web/features/auth/AuthScreen.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import { KeyRound, ScrollText, Smartphone } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import type { PageContext } from "./pageModule.ts";

const TITLE = "Two-factor authentication";

/**
 * The page /two-factor, where users set up a second factor. Admins who must set up a second factor
 * can open only this page until it is set up.
 */
export function Component() {
  return (
    <>
      <PageMeta title={TITLE} noIndex />
      <RequireUser>{(user) => <TwoFactorScreen user={user} />}</RequireUser>
    </>
  );
}

/** Preloads the state of the second factor. Never rejects: the page displays the error. */
export async function preloads({ client, user }: PageContext): Promise<void> {
  if (user)
    await Promise.allSettled([client.query(mfaStatusQuery), client.query(signInMethodsQuery)]);
}

function TwoFactorScreen({ user }: { user: User }) {
  const [search] = useSearchParams();
  const nextPath = safeReturnPath(search.get("from"));
  return (
    <AuthScreen
      title={TITLE}
      subtitle={
        user.mustSetUpMfa
          ? "Admins need a second factor here. Set it up to go on."
          : "With it your password alone opens nothing."
      }
      panel={STEPS}
    >
      <MfaSetupSteps
        user={user}
        nextPath={nextPath}
        otherAction={
          user.mustSetUpMfa ? <LogoutButton /> : <BackLink to={nextPath}>Cancel</BackLink>
        }
        whenOn={
          <EmptyState
            title="Two-factor authentication is on already"
            action={<BackLink to={nextPath}>Back</BackLink>}
          />
        }
      />
    </AuthScreen>
  );
}

const STEPS: AuthPanel = {
  label: "The steps",
  title: "Three steps, two minutes",
  points: [
    {
      icon: KeyRound,
      title: "Prove that it is you",
      text: "So nobody who finds your session open can lock you out.",
    },
    {
      icon: Smartphone,
      title: "Connect an authenticator app",
      text: "It shows six new digits every half minute, also without a network.",
    },
    {
      icon: ScrollText,
      title: "Keep the recovery codes",
      text: "Each of them lets you in once if your phone is lost.",
    },
  ],
};

function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={to}>{children}</a>
    </Button>
  );
}
