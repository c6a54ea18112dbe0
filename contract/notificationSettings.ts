import type { ExamplesOf } from "./endpoint.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { timestamp } from "./fields.ts";

/** How often mails about the items that an account follows are sent. */
export const EmailPace = z.enum(
  ["immediate", "daily", "weekly", "off"],
  "Choose at once, daily, weekly or off",
);
export type EmailPace = z.output<typeof EmailPace>;

/** The label of each pace, and the help text below the label. */
export const EMAIL_PACES: Record<EmailPace, { label: string; help: string }> = {
  immediate: {
    label: "At once",
    help: "What happens to an item within a few minutes comes in one mail.",
  },
  daily: { label: "Daily", help: "One mail at 8:00, if anything happened." },
  weekly: { label: "Weekly", help: "One mail on Monday at 8:00, if anything happened." },
  off: { label: "Off", help: "No mails about what you follow." },
};

/** How often mails about new items and comments are sent to a company's admin. */
export const NewFeedbackPace = z.enum(
  ["immediate", "daily", "off"],
  "Choose at once, daily or off",
);
export type NewFeedbackPace = z.output<typeof NewFeedbackPace>;

/** The label of each pace for new feedback, and the help text below the label. */
export const NEW_FEEDBACK_PACES: Record<NewFeedbackPace, { label: string; help: string }> = {
  immediate: { label: "At once", help: "A mail for every new item, and for comments on it." },
  daily: { label: "Daily", help: "One mail at 8:00, if there is anything new." },
  off: { label: "Off", help: "No mails about new feedback." },
};

/** The message of the 400 response if the time zone does not exist. */
export const UNKNOWN_TIME_ZONE = "Choose a time zone from the list";

/**
 * Whether `name` is the name of a time zone such as 'Europe/Berlin'. Abbreviations such as 'CET'
 * and POSIX rules such as 'CET-1' are refused, because PostgreSQL ignores daylight saving time in
 * abbreviations and accepts nearly any text as a POSIX rule.
 */
export function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !/^[A-Z][A-Za-z]+(?:\/[A-Za-z0-9_+-]+){1,2}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Returns the names of the selectable time zones, which always include the chosen time zone. */
export function timeZonesWith(chosen: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"));
  return [...new Set(["UTC", ...zones, chosen])];
}

/**
 * Why no notification mails are sent to an address. `refused`: a mail server permanently refused
 * the address. `bounced`: a mail to the address was returned.
 */
export const SuppressionReason = z.enum(["refused", "bounced"]);
export type SuppressionReason = z.output<typeof SuppressionReason>;

export const NotificationSettings = z.object({
  email: EmailPace,
  /** The time zone in which digests are sent at eight o'clock. */
  timeZone: z.string(),
  /**
   * How often mails about new feedback are sent; null for accounts that are not admins of a
   * company.
   */
  newFeedback: z.nullable(NewFeedbackPace),
  /** Why the account's e-mail address is suppressed; null if the address is not suppressed. */
  suppression: z.nullable(z.object({ reason: SuppressionReason, since: timestamp })),
  /**
   * Whether the e-mail address is confirmed, or need not be confirmed in this installation. If
   * false, no notification mails are sent to the address.
   */
  isConfirmed: z.boolean(),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

/** The body of PATCH /api/user/notification-settings. */
export const NotificationSettingsChanges = z.partial(
  z.object({
    email: EmailPace,
    timeZone: z.string(UNKNOWN_TIME_ZONE).check(z.refine(isTimeZone, UNKNOWN_TIME_ZONE)),
    newFeedback: NewFeedbackPace,
  }),
);
export type NotificationSettingsChanges = z.output<typeof NotificationSettingsChanges>;

export const notificationSettingsApi = {
  read: endpoint({
    operationId: "readNotificationSettings",
    method: "GET",
    path: "/api/user/notification-settings",
    summary: "How often the signed-in user gets mails about notifications.",
    response: NotificationSettings,
    status: 200,
  }),
  update: endpoint({
    operationId: "updateNotificationSettings",
    method: "PATCH",
    path: "/api/user/notification-settings",
    withoutInvalidation: true,
    summary:
      "Changes how often the signed-in user gets mails about notifications. Mails that wait to be sent follow the new settings.",
    body: NotificationSettingsChanges,
    response: NotificationSettings,
    status: 200,
  }),
  liftSuppression: endpoint({
    operationId: "liftOwnMailSuppression",
    method: "DELETE",
    path: "/api/user/mail-suppression",
    withoutInvalidation: true,
    summary: "Sends mails to the signed-in user's address again after it was suppressed.",
    response: z.undefined(),
    status: 204,
  }),
} as const;

const exampleSettings = {
  email: "daily",
  timeZone: "Europe/Berlin",
  newFeedback: null,
  suppression: null,
  isConfirmed: true,
} as const;

export const notificationSettingsExamples: ExamplesOf<typeof notificationSettingsApi> = {
  readNotificationSettings: { response: exampleSettings },
  updateNotificationSettings: {
    body: { email: "daily", timeZone: "Europe/Berlin" },
    response: exampleSettings,
  },
  liftOwnMailSuppression: {},
};
