import { signOnWaysQuery } from "#web/features/auth/SignOnWays.tsx";
import type { PageContext } from "./pageModule.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import {
  RegisterCompanyForm,
  RegisterCustomerForm,
  RegistrationClosed,
} from "#web/features/auth/RegistrationForm.tsx";
import { SignInWays } from "#web/features/auth/SignInWays.tsx";

/**
 * The page /register (docs/specification.md "/register"; docs/product-decisions.md "Accounts" for
 * company hosts and closed registration).
 */
export function Component() {
  return (
    <AuthScreen
      title="Create an account"
      footer={
        <>
          Already have an account? <AuthLink to="/login">Log in</AuthLink>
        </>
      }
    >
      <PageMeta title="Sign up" noIndex />
      <RegisterForm />
    </AuthScreen>
  );
}

function RegisterForm() {
  const { company, registrationOpen } = usePortal();
  if (!registrationOpen) return <RegistrationClosed />;
  if (!company) return <RegisterCompanyForm />;
  return (
    <SignInWays>
      <RegisterCustomerForm />
    </SignInWays>
  );
}

/** Preloads the ways to log in with an identity from elsewhere. */
export async function preloads({ client }: PageContext) {
  await Promise.allSettled([client.query(signOnWaysQuery)]);
}
