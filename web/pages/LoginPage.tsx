import { useEffect } from "react";
import { signOnWaysQuery } from "#web/features/auth/SignOnWays.tsx";
import type { PageContext } from "./pageModule.ts";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { LoginForm } from "#web/features/auth/LoginForm.tsx";
import { SignInWays } from "#web/features/auth/SignInWays.tsx";

/**
 * The page /login (docs/specification.md "/login"). A new document opens in the first field, so that
 * keyboard users reach the form and the ways below it without the header's links.
 */
export function Component() {
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLInputElement>("main input[type=email]")?.focus({
      preventScroll: true,
    });
  }, []);
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
        <LoginForm />
      </SignInWays>
    </AuthScreen>
  );
}

/** Preloads the ways to log in with an identity from elsewhere. */
export async function preloads({ client }: PageContext) {
  await Promise.allSettled([client.query(signOnWaysQuery)]);
}
