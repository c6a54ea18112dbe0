import type { notificationSettingsApi } from "../notificationSettings.ts";
import type { ExamplesOf } from "./example.ts";

const settings = {
  email: "daily",
  timeZone: "Europe/Berlin",
  newFeedback: null,
  suppression: null,
  isConfirmed: true,
} as const;

export const notificationSettingsExamples: ExamplesOf<typeof notificationSettingsApi> = {
  readNotificationSettings: { response: settings },
  updateNotificationSettings: {
    body: { email: "daily", timeZone: "Europe/Berlin" },
    response: settings,
  },
  liftOwnMailSuppression: {},
};
