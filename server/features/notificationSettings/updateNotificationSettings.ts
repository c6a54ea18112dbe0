import type { notificationSettingsApi } from "#contract/notificationSettings.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { readNotificationSettings } from "./readNotificationSettings.ts";
import { saveSettings } from "./saveSettings.ts";

type Update = typeof notificationSettingsApi.update;

/** Changes the viewer's notification settings, and returns all settings. */
export async function updateNotificationSettings(
  context: Handled<typeof notificationSettingsApi.update, SignedInContext>,
): Promise<ResultOf<Update>> {
  const { database, viewer, body } = context;
  await saveSettings(database.system, { userId: viewer.id, role: viewer.role }, body);
  return readNotificationSettings(context);
}
