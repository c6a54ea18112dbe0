import { usePortal } from "#web/app/api/SessionContext.tsx";
import { AuthLink } from "#web/features/auth/AuthLink.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { RegisterCompanyForm } from "#web/features/auth/RegisterCompanyForm.tsx";
import { RegisterCustomerForm } from "#web/features/auth/RegisterCustomerForm.tsx";
import { RegistrationClosed } from "#web/features/auth/RegistrationClosed.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";

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
  return company ? <RegisterCustomerForm /> : <RegisterCompanyForm />;
}
