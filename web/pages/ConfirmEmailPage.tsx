import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { AuthScreen } from "#web/features/auth/AuthScreen.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import {
  AddressConfirmed,
  ConfirmEmailForm,
} from "#web/features/confirmEmail/ConfirmEmailForm.tsx";

const TITLE = "Confirm your email address";

/** The page /confirm-email, which opens from the link in the mail with the code. */
export function Component() {
  const [search] = useSearchParams();
  return (
    <RequireUser>
      {({ username, confirmedAt }) => (
        <AuthScreen title={TITLE} subtitle={username}>
          <PageMeta title={TITLE} noIndex />
          {confirmedAt === null ? (
            <ConfirmEmailForm
              code={search.get("code") ?? ""}
              problem={search.get("problem")}
              isSent={search.has("sent")}
            />
          ) : (
            <AddressConfirmed />
          )}
        </AuthScreen>
      )}
    </RequireUser>
  );
}
