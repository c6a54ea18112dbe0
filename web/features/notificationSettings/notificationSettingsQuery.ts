import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/**
 * The query for the user's notification settings; always stale, because the links in mails change
 * the settings as well.
 */
export const notificationSettingsQuery = {
  ...apiQuery(notificationSettingsApi.read),
  staleTime: 0,
};
