import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { CompanySettingsLoader } from "#web/features/companies/CompanySettingsLoader.tsx";
import { preloadSettings } from "#web/features/companies/CompanySettingsLoader.tsx";
import {
  BlockedAccounts,
  blockedAccountsQuery,
} from "#web/features/moderation/BlockedAccounts.tsx";
import { ModerationLevelForm } from "#web/features/moderation/ModerationLevelForm.tsx";
import { ReportedPosts, reportedPostsQuery } from "#web/features/moderation/ReportedPosts.tsx";
import {
  PendingPosts,
  pendingPostsQuery,
  SuspectedPosts,
  suspectedPostsQuery,
} from "#web/features/moderation/WaitingPosts.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { Skeleton } from "#web/ui/Skeleton.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /company/moderation. Admins choose whose posts need approval, decide about waiting and
 * reported posts and about possible spam, and unblock accounts.
 */
export function Component() {
  return (
    <CompanySettingsLayout title="Moderation">
      <CompanySettingsLoader skeleton={<Skeleton className="h-24 max-w-md" />}>
        {(settings) => (
          <div key={settings.id} className="flex flex-col gap-10">
            <ScreenSection id="moderation" title="Moderation">
              <ModerationLevelForm settings={settings} />
            </ScreenSection>
            <PendingPosts />
            <ReportedPosts />
            <SuspectedPosts />
            <BlockedAccounts />
          </div>
        )}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

/** Preloads the settings and the first pages of the lists. */
export async function preloads(context: PageContext): Promise<void> {
  const { client, portal, user } = context;
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([
    preloadSettings(context),
    client.infiniteQuery(pendingPostsQuery()),
    client.infiniteQuery(reportedPostsQuery()),
    client.infiniteQuery(suspectedPostsQuery()),
    client.infiniteQuery(blockedAccountsQuery()),
  ]);
}
