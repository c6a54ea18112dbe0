import { usePortal } from "#web/app/api/SessionContext.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { ForgotPasswordForm } from "#web/features/passwords/ForgotPasswordForm.tsx";

const MAILED = "We mail you a link with which you choose a new one.";
/** Without mail, the operator of the portal finds the link in the log and passes it on. */
const LOGGED =
  "This portal sends no mails. The operator of the portal can give you a link, or a temporary password.";

/** The page /forgot-password, which requests a mail with a link to set a new password. */
export function Component() {
  const { sendsMail } = usePortal();
  return (
    <AuthScreen
      title="Forgot your password?"
      subtitle={sendsMail ? MAILED : LOGGED}
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
