import { sql } from "#server/platform/db/sql.ts";
import type {
  EmailPace,
  NewFeedbackPace,
  SuppressionReason,
} from "#contract/notificationSettings.ts";
import type { UserRole } from "#contract/users.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfUser {
  userId: number;
}

interface StoredSettings {
  email: EmailPace;
  timeZone: string;
  /** The pace for new feedback, which has an effect only for admins of a company. */
  newFeedback: NewFeedbackPace;
  /** Why the address is suppressed; null if mails are sent to the address. */
  suppressionReason: SuppressionReason | null;
  suppressedSince: string | null;
}

/** The e-mail address of an account `u` in the form in which suppressed addresses are stored. */
const suppressionKey = sql`lower(u.username collate "C")`;

const settingsColumns = sql`u.email_pace as email, u.time_zone, u.new_feedback_pace as new_feedback,
  s.reason as suppression_reason, s.created_at as suppressed_since`;

export const findNotificationSettings = statement<OfUser, StoredSettings>(
  "find_notification_settings",
  (p) => sql`
    select ${settingsColumns}
    from user_account u left join mail_suppression s on s.address = ${suppressionKey}
    where u.id = ${p.userId}
  `,
);

/** An account that was identified by the token of a link in a mail. */
export type TokenAccount = StoredSettings & {
  userId: number;
  username: string;
  role: UserRole;
  companyId: number | null;
  isActive: boolean;
};

/** Finds the account by the token of a link in a mail, whether or not the account is active. */
export const findAccountByToken = statement<{ token: string }, TokenAccount>(
  "find_account_by_token",
  (p) => sql`
    select u.id as user_id, u.username, u.role,
      u.home_company_id as company_id, u.is_active, ${settingsColumns}
    from user_account u left join mail_suppression s on s.address = ${suppressionKey}
    where u.unsubscribe_token = ${p.token}::uuid
  `,
);

/** Checks a time zone. Fails if PostgreSQL does not know the time zone (`isUnknownTimeZone`). */
export const tryTimeZone = statement<{ timeZone: string }, never>(
  "try_time_zone",
  (p) => sql`select now() at time zone ${p.timeZone}::text`,
);

/** Changes settings of an account. Null leaves a setting unchanged. */
export const updateSettingsOfAccount = statement<
  OfUser & {
    email: EmailPace | null;
    timeZone: string | null;
    newFeedback: NewFeedbackPace | null;
  },
  never
>(
  "update_notification_settings",
  (p) => sql`
    update user_account set
      email_pace = coalesce(${p.email}::text, email_pace),
      time_zone = coalesce(${p.timeZone}::text, time_zone),
      new_feedback_pace = coalesce(${p.newFeedback}::text, new_feedback_pace)
    where id = ${p.userId}
  `,
);

/** The account's setting for a notification `n` of the account `u`. */
const settingOfNotification = sql`case n.reason when 'admin' then u.new_feedback_pace else u.email_pace end`;

/** The pace at which the notification is mailed. Immediate mails about entries have their own. */
const paceOfNotification = sql`case when n.entry_id is null then ${settingOfNotification}
  else replace(${settingOfNotification}, 'immediate', 'entry') end`;

/**
 * Applies an account's settings to its notifications that wait to be mailed. Notifications whose
 * pace becomes immediate are due at once, because they have already waited. Notifications that were
 * immediate and remain immediate do not change.
 */
export const rescheduleWaitingMails = statement<OfUser, never>(
  "reschedule_waiting_mails",
  (p) => sql`
    update notification n set
      mail = case ${paceOfNotification} when 'off' then 'off' else 'due' end,
      mail_pace = nullif(${paceOfNotification}, 'off'),
      mail_due_at = mail_due_at(${settingOfNotification}, u.time_zone, interval '0', now())
    from user_account u
    where u.id = ${p.userId} and n.user_id = u.id and n.mail = 'due'
      and (${paceOfNotification} <> n.mail_pace or n.mail_pace not in ('immediate', 'entry'))
  `,
);

/** Deletes the suppression of an account's address, so that mails are sent to it again. */
export const deleteSuppressionOf = statement<OfUser, never>(
  "delete_suppression_of",
  (p) => sql`
    delete from mail_suppression s using user_account u
    where u.id = ${p.userId} and s.address = ${suppressionKey}
  `,
);
