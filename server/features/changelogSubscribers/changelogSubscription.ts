import type { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import {
  deleteSubscription,
  findSubscription,
  insertSubscription,
} from "./changelogSubscribers.queries.ts";

type Subscription = ResultOf<typeof changelogSubscribersApi.read>;

export const subscriptionLimit = byAccount({
  name: "changelog-subscription-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

const accountOf = ({ tenantId: companyId, viewer }: TenantUserContext) => ({
  companyId,
  userId: viewer.id,
});

export async function readChangelogSubscription(context: TenantUserContext): Promise<Subscription> {
  const found = await context.db.first(findSubscription, accountOf(context));
  return { isSubscribed: found?.isSubscribed ?? false };
}

/** Subscribes the viewer's account, whose mail settings then also apply to the changelog. */
export async function subscribeToChangelog(context: TenantUserContext): Promise<Subscription> {
  await context.db.all(insertSubscription, accountOf(context));
  return { isSubscribed: true };
}

export async function unsubscribeFromChangelog(context: TenantUserContext): Promise<void> {
  await context.db.all(deleteSubscription, accountOf(context));
}
