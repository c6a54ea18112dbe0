import type { NotificationSettings } from "#contract/notificationSettings.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { notSignedIn } from "#server/platform/http/httpError.ts";
import { findNotificationSettings } from "./notificationSettings.queries.ts";
import { suppressionOf } from "./suppression.policy.ts";

export async function readNotificationSettings({
  database,
  viewer,
}: Pick<SignedInContext, "database" | "viewer">): Promise<NotificationSettings> {
  const settings = await database.system.first(findNotificationSettings, { userId: viewer.id });
  if (!settings) throw notSignedIn();
  const { email, timeZone, newFeedback } = settings;
  return {
    email,
    timeZone,
    newFeedback: viewer.role === "company_admin" ? newFeedback : null,
    suppression: suppressionOf(settings),
    isConfirmed: !viewer.mustConfirmEmail,
  };
}
