import { RESET_TOKEN } from "#contract/passwords.ts";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { AuthLink, AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import {
  InvalidLinkNotice,
  ResetPasswordForm,
} from "#web/features/passwords/ResetPasswordForm.tsx";

/** The page /reset-password, which opens from the link in a password reset mail. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <AuthScreen
      title="Choose a new password"
      footer={
        <>
          Remembered the old one? <AuthLink to="/login">Log in</AuthLink>
        </>
      }
    >
      <PageMeta title="Choose a new password" noIndex />
      {RESET_TOKEN.test(token) ? <ResetPasswordForm token={token} /> : <InvalidLinkNotice />}
    </AuthScreen>
  );
}
