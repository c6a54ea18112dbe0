import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { DataCard } from "#web/features/accountSecurity/DataCard.tsx";
import {
  ImportedPostsCard,
  importedPostsQuery,
} from "#web/features/comments/ImportedPostsCard.tsx";
import { MfaCard } from "#web/features/accountSecurity/MfaCard.tsx";
import { mfaStatusQuery } from "#web/features/accountSecurity/MfaLoader.tsx";
import { SessionsCard, sessionsQuery } from "#web/features/accountSecurity/SessionsCard.tsx";
import { SignInMethodsCard } from "#web/features/accountSecurity/SignInMethodsCard.tsx";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { signInMethodsQuery } from "#web/app/api/signInMethods.ts";
import { AddressState } from "#web/features/confirmEmail/AddressState.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { changePasswordPath, twoFactorPath } from "#web/features/auth/signInPaths.ts";
import {
  NotificationsCard,
  notificationSettingsQuery,
} from "#web/features/notificationSettings/NotificationsCard.tsx";
import { ProfileCard } from "#web/features/profile/ProfileCard.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /settings with the profile, the notification settings, and the security and
 * data of the account (docs/specification.md "User Settings (/settings)").
 */
export function Component() {
  return (
    <PageContainer>
      <PageMeta title="User Settings" noIndex />
      <PageHeading title="User Settings" />
      <RequireUser>
        {(user) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2 lg:items-start">
            <div className="flex flex-col gap-6">
              <ProfileCard
                user={user}
                passwordPath={changePasswordPath("/settings")}
                addressState={<AddressState user={user} />}
              />
              <NotificationsCard user={user} />
            </div>
            <div className="flex flex-col gap-6">
              <SignInMethodsCard
                address={user.username}
                passwordPath={changePasswordPath("/settings")}
              />
              <MfaCard setupPath={twoFactorPath("/settings")} />
              <SessionsCard />
              <ImportedPostsCard userId={user.id} />
              <DataCard address={user.username} />
            </div>
          </div>
        )}
      </RequireUser>
    </PageContainer>
  );
}

/** Preloads the queries of all cards. Never rejects: the cards display errors. */
export async function preloads({ client, user }: PageContext): Promise<void> {
  if (!user) return;
  await Promise.allSettled([
    client.query(notificationSettingsQuery),
    client.query(signInMethodsQuery),
    client.query(apiQuery("/api/sign-on/ways")),
    client.query(mfaStatusQuery),
    client.infiniteQuery(sessionsQuery),
    client.infiniteQuery(importedPostsQuery),
  ]);
}
