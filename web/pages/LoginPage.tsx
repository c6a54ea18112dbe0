import { signOnWaysQuery } from "#web/features/auth/SignOnWays.tsx";
import type { PageContext } from "./pageModule.ts";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { LoginForm } from "#web/features/auth/LoginForm.tsx";
import { SignInWays } from "#web/features/auth/SignInWays.tsx";

/** The page /login (docs/specification.md "/login"). */
export function Component() {
  return (
    <AuthScreen
      title="Welcome back"
      subtitle="Log in to your account to continue"
      footer={
        <>
          Don't have an account? <AuthLink to="/register">Sign up</AuthLink>
        </>
      }
    >
      <PageMeta title="Log in" noIndex />
      <SignInWays>
        <LoginForm autoFocus />
      </SignInWays>
    </AuthScreen>
  );
}

/** Preloads the ways to log in with an identity from elsewhere. */
export async function preloads({ client }: PageContext) {
  await Promise.allSettled([client.query(signOnWaysQuery)]);
}
