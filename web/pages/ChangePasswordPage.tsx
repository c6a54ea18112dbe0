import type { User } from "#contract/users.ts";
import { LogoutButton } from "#web/app/layout/LogoutButton.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import { ChangePasswordForm } from "#web/features/passwords/ChangePasswordForm.tsx";
import { Button } from "#web/ui/Button.tsx";
import { signInMethodsQuery, useHasPassword } from "#web/app/api/signInMethods.ts";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /change-password. Users with a temporary password can open only this page
 * (docs/product-decisions.md "Accounts").
 */
export function Component() {
  return (
    <PageContainer width="narrow">
      <PageMeta title="Change password" noIndex />
      <RequireUser>{(user) => <PasswordScreen user={user} />}</RequireUser>
    </PageContainer>
  );
}

/** Preloads the ways into the account. Never rejects: without them, the form asks for a password. */
export async function preloads({ client, user }: PageContext): Promise<void> {
  if (user) await Promise.allSettled([client.query(signInMethodsQuery)]);
}

function PasswordScreen({ user }: { user: User }) {
  const [search] = useSearchParams();
  const nextPath = safeReturnPath(search.get("from"));
  return (
    <>
      <PageHeading
        title={useHasPassword() ? "Change password" : "Set a password"}
        subtitle={
          user.mustChangePassword
            ? "Your password is a temporary one. Choose a password of your own to go on."
            : undefined
        }
      />
      <ChangePasswordForm
        user={user}
        nextPath={nextPath}
        otherAction={user.mustChangePassword ? <LogoutButton /> : <CancelLink to={nextPath} />}
      />
    </>
  );
}

function CancelLink({ to }: { to: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={to}>Cancel</a>
    </Button>
  );
}
