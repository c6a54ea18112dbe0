import type { User } from "#contract/users.ts";
import { LogoutButton } from "#web/app/layout/LogoutButton.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import type { AuthPanel } from "#web/features/auth/AuthScreen.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import { ChangePasswordForm } from "#web/features/passwords/ChangePasswordForm.tsx";
import { Button } from "#web/ui/Button.tsx";
import { KeyRound, LogOut, MessageSquareText } from "#web/ui/adminIcons.ts";
import { signInMethodsQuery, useHasPassword } from "#web/app/api/signInMethods.ts";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /change-password. Users with a temporary password can open only this page
 * (docs/product-decisions.md "Accounts").
 */
export function Component() {
  return (
    <>
      <PageMeta title="Change password" noIndex />
      <RequireUser>{(user) => <PasswordScreen user={user} />}</RequireUser>
    </>
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
    <AuthScreen
      title={useHasPassword() ? "Change password" : "Set a password"}
      {...(user.mustChangePassword && {
        subtitle: "Your password is a temporary one. Choose a password of your own to go on.",
      })}
      panel={ADVICE}
    >
      <ChangePasswordForm
        user={user}
        nextPath={nextPath}
        otherAction={user.mustChangePassword ? <LogoutButton /> : <CancelLink to={nextPath} />}
      />
    </AuthScreen>
  );
}

const ADVICE: AuthPanel = {
  label: "Advice",
  title: "A password that holds",
  points: [
    {
      icon: MessageSquareText,
      title: "Long rather than complicated",
      text: "Three or four unrelated words are easy to remember and hard to guess.",
    },
    {
      icon: KeyRound,
      title: "Only for this portal",
      text: "If another site loses your password there, your account here stays safe.",
    },
    {
      icon: LogOut,
      title: "Signed out everywhere else",
      text: "Whoever is signed in with the old password has to log in again.",
    },
  ],
};

function CancelLink({ to }: { to: string }) {
  return (
    <Button asChild variant="secondary">
      <a href={to}>Cancel</a>
    </Button>
  );
}
