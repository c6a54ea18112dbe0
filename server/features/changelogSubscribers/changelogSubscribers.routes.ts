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
  readSubscription,
  subscribe,
  subscriptionLimit,
  unsubscribe,
} from "./changelogSubscription.ts";
import {
  createSubscribersCsv,
  listSubscribersPage,
  removeSubscriber,
  subscribersCsvLimit,
} from "./manageSubscribers.ts";
import { requestLimits, requestSubscription } from "./requestSubscription.ts";

export const changelogSubscribersRoutes = [
  route(changelogSubscribersApi.read, objectUser, readSubscription),
  route(changelogSubscribersApi.subscribe, writer, subscribe, subscriptionLimit),
  route(changelogSubscribersApi.unsubscribe, objectUser, unsubscribe, subscriptionLimit),
  route(changelogSubscribersApi.request, objectVisitor, requestSubscription, ...requestLimits),
  route(changelogSubscribersApi.list, companyAdmin, listSubscribersPage),
  route(
    changelogSubscribersApi.download,
    confirmedAdmin,
    createSubscribersCsv,
    subscribersCsvLimit,
  ),
  route(changelogSubscribersApi.remove, objectAdmin, removeSubscriber),
];
