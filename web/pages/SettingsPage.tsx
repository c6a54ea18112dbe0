import type { User } from "#contract/users.ts";
import { USER_ROLE_LABELS } from "#contract/userRoles.ts";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { DataCard } from "#web/features/accountSecurity/DataCard.tsx";
import { MfaCard } from "#web/features/accountSecurity/MfaCard.tsx";
import { mfaStatusQuery } from "#web/features/accountSecurity/MfaLoader.tsx";
import { SessionsCard, sessionsQuery } from "#web/features/accountSecurity/SessionsCard.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import { changePasswordPath, twoFactorPath } from "#web/features/auth/safeReturnPath.ts";
import { AddressState } from "#web/features/confirmEmail/AddressState.tsx";
import {
  NotificationsCard,
  notificationSettingsQuery,
} from "#web/features/notificationSettings/NotificationsCard.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { Card } from "#web/ui/Card.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /settings with the read-only profile, the notification settings, and the security and
 * data of the account (docs/specification.md "User Settings (/settings)").
 */
export function Component() {
  return (
    <PageContainer width="narrow">
      <PageMeta title="User Settings" noIndex />
      <PageHeading title="User Settings" />
      <RequireUser>
        {(user) => (
          <div className="flex flex-col gap-6">
            <Profile user={user} />
            <NotificationsCard user={user} />
            <MfaCard setupPath={twoFactorPath("/settings")} />
            <SessionsCard />
            <DataCard />
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
    client.query(mfaStatusQuery),
    client.infiniteQuery(sessionsQuery),
  ]);
}

function Profile({ user }: { user: User }) {
  const name = user.fullName ?? "No name provided";
  const rows = [
    ["Full name", name],
    ["Username", user.username],
    ["Role", USER_ROLE_LABELS[user.role]],
  ] as const;
  return (
    <Card
      footer={
        <Button asChild variant="secondary">
          <a href={changePasswordPath("/settings")}>Change password</a>
        </Button>
      }
    >
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
        <Avatar name={user.fullName} size="lg" />
        <dl className="min-w-0 flex-1 divide-y divide-line">
          {rows.map(([label, value]) => (
            <div key={label} className="py-3 first:pt-0 last:pb-0">
              <dt className="text-muted">{label}</dt>
              <dd className="mt-0.5 text-base wrap-anywhere">{value}</dd>
              {label === "Username" ? <AddressState user={user} /> : null}
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
