import { usePortal } from "#web/app/api/SessionContext.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { ForgotPasswordForm } from "#web/features/passwords/ForgotPasswordForm.tsx";

const SENDS_MAIL = "We mail you a link with which you choose a new one.";
const SENDS_NO_MAIL =
  "This portal sends no mails. The link is only written to the server's log. Ask the operator of the portal for the link or for a temporary password.";

/** The page /forgot-password, which requests a mail with a link to set a new password. */
export function Component() {
  return (
    <AuthScreen
      title="Forgot your password?"
      subtitle={usePortal().sendsMail ? SENDS_MAIL : SENDS_NO_MAIL}
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
