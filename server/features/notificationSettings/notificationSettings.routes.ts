import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { signedIn } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { liftLimit, liftOwnMailSuppression } from "./liftOwnMailSuppression.ts";
import { readNotificationSettings } from "./readNotificationSettings.ts";
import { updateNotificationSettings } from "./updateNotificationSettings.ts";

export const notificationSettingsRoutes = [
  route(notificationSettingsApi.read, signedIn, readNotificationSettings),
  route(notificationSettingsApi.update, signedIn, updateNotificationSettings),
  route(notificationSettingsApi.liftSuppression, signedIn, liftOwnMailSuppression, liftLimit),
];
