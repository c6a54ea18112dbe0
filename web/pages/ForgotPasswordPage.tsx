import { AuthLink } from "#web/features/auth/AuthLink.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { ForgotPasswordForm } from "#web/features/passwordReset/ForgotPasswordForm.tsx";

/** The page /forgot-password, which requests a mail with a link to set a new password. */
export function Component() {
  return (
    <AuthScreen
      title="Forgot your password?"
      subtitle="We mail you a link with which you choose a new one."
      footer={
        <>
          Remembered it? <AuthLink to="/login">Log in</AuthLink>
        </>
      }
    >
      <PageMeta title="Forgot password" noIndex />
      <ForgotPasswordForm />
    </AuthScreen>
  );
}
