import type { Logger } from "pino";
import type { Db } from "#server/platform/db/database.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { secondsToWait, uncount } from "#server/platform/throttle/throttle.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Mail, Mailer } from "./mailer.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * The budgets of mails to one mailbox, by cause (docs/decisions/0030-confirmed-addresses.md). What
 * strangers can cause does not use up what the owner of an account needs. `notices` are mails about
 * changes of an account to its confirmed address; only the account's owner can cause them. `account`
 * are links and codes that a confirmed address has asked for. `strangers` are all other mails to
 * addresses that nobody has confirmed, except `invitations` and the links that confirm
 * `subscriptions`.
 */
const BUDGETS = {
  notices: [],
  account: [
    { name: "mail-hour", attempts: 10, windowSeconds: HOUR },
    { name: "mail-day", attempts: 30, windowSeconds: DAY },
  ],
  strangers: [
    { name: "mail-stranger-hour", attempts: 5, windowSeconds: HOUR },
    { name: "mail-stranger-day", attempts: 15, windowSeconds: DAY },
  ],
  invitations: [
    { name: "mail-invitation-hour", attempts: 3, windowSeconds: HOUR },
    { name: "mail-invitation-day", attempts: 10, windowSeconds: DAY },
  ],
  subscriptions: [
    { name: "mail-subscription-hour", attempts: 3, windowSeconds: HOUR },
    { name: "mail-subscription-day", attempts: 10, windowSeconds: DAY },
  ],
} as const satisfies Record<string, readonly Limit[]>;

export type MailBudget = keyof typeof BUDGETS;

/** A mail to an account or an invited person. */
export interface AccountMail extends Mail {
  readonly budget: MailBudget;
}

/** Sends mails to accounts and invited persons. */
export interface AccountMailer {
  send(mail: AccountMail): Promise<unknown>;
}

/**
 * The part of the budget `account` that notifications may use. The remaining part is reserved for
 * account mails. Otherwise, somebody could cause so many notifications that a user gets no mail with a code
 * or a link.
 */
const NOTIFICATION_LIMITS: readonly Limit[] = [
  { name: "mail-hour", attempts: 7, windowSeconds: HOUR },
  { name: "mail-day", attempts: 20, windowSeconds: DAY },
];

/**
 * Creates a mailer that drops mails above their recipient's budget. Whoever caused a dropped mail
 * notices no difference, because the response to the request was sent before the mail. A mail that
 * the mail server refuses does not count.
 */
export function limitMails(
  mailer: Pick<Mailer, "send">,
  db: Db,
  logger: Pick<Logger, "warn">,
): AccountMailer {
  return {
    send: async ({ budget, ...mail }) => {
      const subject = mailboxOf(mail.to);
      for (const limit of BUDGETS[budget]) {
        if ((await secondsToWait(db, limit, subject)) === null) continue;
        logger.warn({ limit: limit.name, subject: mail.subject }, "a mail was not sent");
        return undefined;
      }
      try {
        return await mailer.send(mail);
      } catch (error) {
        for (const limit of BUDGETS[budget]) await uncount(db, { limit, subject });
        throw error;
      }
    },
  };
}

/**
 * Counts a notification mail to an address.
 * @returns null if the mail may be sent; otherwise the seconds until a mail may be sent. A mail
 * that may not be sent is not counted
 */
export async function countNotificationMail(db: Db, address: string): Promise<number | null> {
  const subject = mailboxOf(address);
  for (const [index, limit] of NOTIFICATION_LIMITS.entries()) {
    const seconds = await secondsToWait(db, limit, subject);
    if (seconds === null) continue;
    for (const counted of NOTIFICATION_LIMITS.slice(0, index + 1))
      await uncount(db, { limit: counted, subject });
    return seconds;
  }
  return null;
}

/** Subtracts a counted notification mail that was not sent. */
export async function uncountNotificationMail(db: Db, address: string): Promise<void> {
  const subject = mailboxOf(address);
  for (const limit of NOTIFICATION_LIMITS) await uncount(db, { limit, subject });
}

/**
 * Returns the mailbox to which an e-mail address probably belongs: without the tag after `+`, and
 * without the dots that Gmail ignores. Use the result only to count mails. Mails are sent to the
 * address itself.
 */
export function mailboxOf(address: string): string {
  const key = usernameKey(address);
  const at = key.lastIndexOf("@");
  const [local = ""] = key.slice(0, at).split("+");
  const domain = key.slice(at + 1);
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}
