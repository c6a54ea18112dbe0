import type { User } from "#contract/users.ts";
import { LogoutButton } from "#web/app/layout/LogoutButton.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { mfaStatusQuery } from "#web/features/accountSecurity/MfaLoader.tsx";
import { MfaSetupSteps } from "#web/features/accountSecurity/MfaSetupSteps.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
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
    <PageContainer width="narrow">
      <PageMeta title={TITLE} noIndex />
      <RequireUser>{(user) => <TwoFactorScreen user={user} />}</RequireUser>
    </PageContainer>
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
    <>
      <PageHeading
        title={TITLE}
        subtitle={
          user.mustSetUpMfa
            ? "Admins need a second factor here. Set it up to go on."
            : "With it your password alone opens nothing."
        }
      />
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
    </>
  );
}

function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={to}>{children}</a>
    </Button>
  );
}
