import type { NotificationSettingsChanges } from "#contract/notificationSettings.ts";
import { UNKNOWN_TIME_ZONE } from "#contract/notificationSettings.ts";
import type { UserRole } from "#contract/users.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { isUnknownTimeZone } from "#server/platform/db/errors.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import {
  rescheduleWaitingMails,
  tryTimeZone,
  updateSettingsOfAccount,
} from "./notificationSettings.queries.ts";

/**
 * Changes an account's settings, and applies the settings to its notifications that wait to be
 * mailed.
 * @throws HttpError 400 if the account cannot use a setting, or PostgreSQL does not know the time
 * zone
 */
export async function saveSettings(
  db: SystemDb,
  { userId, role }: { userId: number; role: UserRole },
  { email, timeZone, newFeedback }: NotificationSettingsChanges,
): Promise<void> {
  if (newFeedback !== undefined && role !== "company_admin")
    throw invalid({ newFeedback: ["Only admins of a company get mails about new feedback"] });
  if (timeZone !== undefined) await refuseUnknownTimeZone(db, timeZone);
  await db.transaction(async (transaction) => {
    await transaction.all(updateSettingsOfAccount, {
      userId,
      email: email ?? null,
      timeZone: timeZone ?? null,
      newFeedback: newFeedback ?? null,
    });
    await transaction.all(rescheduleWaitingMails, { userId });
  });
}

/**
 * Refuses a time zone that PostgreSQL does not know. Node.js has possibly accepted the time zone,
 * because Node.js and PostgreSQL can have different versions of the time zone database.
 */
async function refuseUnknownTimeZone(db: SystemDb, timeZone: string): Promise<void> {
  try {
    await db.all(tryTimeZone, { timeZone });
  } catch (error) {
    if (isUnknownTimeZone(error)) throw invalid({ timeZone: [UNKNOWN_TIME_ZONE] });
    throw error;
  }
}

/** Turns off all mails about notifications to an account, including waiting mails. */
export async function turnMailsOff(db: SystemDb, userId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.all(updateSettingsOfAccount, {
      userId,
      email: "off",
      timeZone: null,
      newFeedback: "off",
    });
    await transaction.all(rescheduleWaitingMails, { userId });
  });
}
