import { notificationSettingsApi } from "#contract/notificationSettings.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";

/**
 * The query for the user's notification settings. The settings are refetched on each visit, because
 * the links in mails can also change them.
 */
export const notificationSettingsQuery = {
  ...apiQuery(notificationSettingsApi.read),
  staleTime: 0,
};
