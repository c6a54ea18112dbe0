import { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import {
  companyAdmin,
  confirmedAdmin,
  objectAdmin,
  objectUser,
  objectVisitor,
  writer,
} from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import {
  readChangelogSubscription,
  subscribeToChangelog,
  subscriptionLimit,
  unsubscribeFromChangelog,
} from "./changelogSubscription.ts";
import {
  downloadChangelogSubscribers,
  listChangelogSubscribersPage,
  removeChangelogSubscriber,
  subscribersCsvLimit,
} from "./manageSubscribers.ts";
import { requestLimits, requestChangelogSubscription } from "./requestSubscription.ts";

export const changelogSubscribersRoutes = [
  route(changelogSubscribersApi.read, objectUser, readChangelogSubscription),
  route(changelogSubscribersApi.subscribe, writer, subscribeToChangelog, subscriptionLimit),
  route(
    changelogSubscribersApi.unsubscribe,
    objectUser,
    unsubscribeFromChangelog,
    subscriptionLimit,
  ),
  route(
    changelogSubscribersApi.request,
    objectVisitor,
    requestChangelogSubscription,
    ...requestLimits,
  ),
  route(changelogSubscribersApi.list, companyAdmin, listChangelogSubscribersPage),
  route(
    changelogSubscribersApi.download,
    confirmedAdmin,
    downloadChangelogSubscribers,
    subscribersCsvLimit,
  ),
  route(changelogSubscribersApi.remove, objectAdmin, removeChangelogSubscriber),
];
