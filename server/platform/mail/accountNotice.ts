import * as z from "zod/mini";
import { mailLine } from "./mailLine.ts";
import type { Mail } from "./mailer.ts";

/**
 * Security events of which the account's owner is notified, no matter who caused them (OWASP ASVS
 * 6.3.7).
 */
export const ACCOUNT_EVENTS = {
  passwordChanged: "The password of your account was changed.",
  passwordReset: "The password of your account was set anew with a link that was mailed to you.",
  mfaOn: "Two-factor authentication was turned on for your account.",
  mfaOff: "Two-factor authentication was turned off for your account.",
  mfaOffByProvider:
    "Two-factor authentication was turned off for your account by the portal's provider.",
  recoveryCodesRenewed:
    "The recovery codes of your account were renewed. The old ones no longer work.",
  emailChanged:
    "The e-mail address of your account was changed by the portal's provider. You no longer log in with this one.",
  accountDeleted: "Your account was deleted.",
  accountDeletedByProvider: "Your account was deleted by the portal's provider.",
} as const;

export type AccountEvent = keyof typeof ACCOUNT_EVENTS;

/** Payload of the job `sendAccountNotice`. */
export const AccountNotice = z.object({
  username: z.string(),
  fullName: z.nullable(z.string()),
  event: z.enum(Object.keys(ACCOUNT_EVENTS) as [AccountEvent, ...AccountEvent[]]),
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  portalName: z.string(),
  /** See `RequestContext.origin`. */
  origin: z.string(),
});
export type AccountNotice = z.output<typeof AccountNotice>;

const CHANGED_ADVICE = `If it was you, you need not do anything. If it was not, somebody else may be in your account: choose a new
password by "Forgot password?" on the login page, and tell whoever runs the portal.`;

const DELETED_ADVICE = `If you asked for it, you need not do anything. If you did not, tell whoever runs the portal. This is the last
mail to you.`;

/**
 * Builds the notification in plain text, without links: users should not get used to links in such
 * mails.
 */
export function accountNoticeMail({
  username,
  fullName,
  event,
  at,
  portalName,
  origin,
}: AccountNotice): Mail {
  const portal = mailLine(portalName);
  const time = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  const isDeleted = event === "accountDeleted" || event === "accountDeletedByProvider";
  return {
    to: username,
    subject: `Your account at ${portal} was ${isDeleted ? "deleted" : "changed"}`,
    text: `Hello${fullName === null ? "" : ` ${mailLine(fullName)}`},

${ACCOUNT_EVENTS[event]}
It was on ${time}.

${isDeleted ? DELETED_ADVICE : CHANGED_ADVICE}

${portal}
${origin}
`,
  };
}
