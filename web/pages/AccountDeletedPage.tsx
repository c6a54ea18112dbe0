import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { Button } from "#web/ui/Button.tsx";

/** The page /account-deleted, which opens after users have deleted their account. */
export function Component() {
  return (
    <AuthScreen
      title="Your account was deleted"
      subtitle="You are signed out everywhere, and your votes were taken back. Your items and comments stay without your name."
    >
      <PageMeta title="Account deleted" noIndex />
      <Button asChild className="w-full">
        <a href="/">Go to the start page</a>
      </Button>
    </AuthScreen>
  );
}
