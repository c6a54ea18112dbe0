/** Values for the subject and text of a mail. */
interface MailFacts {
  readonly portalName: string;
  /** Time of the event: ISO 8601, UTC. */
  readonly at: string;
}

/** Subject and text of a mail. */
export interface MailText {
  readonly subject: string;
  /** The text without greeting and signature. */
  readonly text: string;
}

/**
 * Builds the mail about a security event of an account. The mail contains no link, because users
 * should not get used to links in notices.
 */
function accountChange(sentence: string) {
  return ({ portalName, at }: MailFacts): MailText => ({
    subject: `Your account at ${portalName} was changed`,
    text: `${sentence}
It was on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.

If it was you, you need not do anything. If it was not, somebody else may be in your account: choose a new
password by "Forgot password?" on the login page, and tell whoever runs the portal.`,
  });
}

/**
 * Builds the mail about the deletion of an account. It is the last mail to the owner of the
 * account.
 */
function accountDeletion(sentence: string) {
  return ({ portalName, at }: MailFacts): MailText => ({
    subject: `Your account at ${portalName} was deleted`,
    text: `${sentence}
It was on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.

If you asked for it, you need not do anything. If you did not, tell whoever runs the portal. This is the last
mail to you.`,
  });
}

/** Builds the mail to a company's admins about an endpoint that was turned off. */
function endpointOff(reason: string) {
  return ({ portalName, at }: MailFacts): MailText => ({
    subject: `A webhook of ${portalName} was turned off`,
    text: `An endpoint that gets events of ${portalName} was turned off on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC, because
${reason}.

"API and webhooks" in the company settings shows which one it is and what it answered. When it works
again, turn it on there, and send what it missed.`,
  });
}

/**
 * The mails about accounts, and to admins about their company, by kind. They contain no secrets. The owner of an account is notified
 * of the account's security events, no matter who caused the events (OWASP ASVS 6.3.7).
 */
export const NOTICES = {
  passwordChanged: accountChange("The password of your account was changed."),
  passwordReset: accountChange(
    "The password of your account was set anew with a link that was mailed to you.",
  ),
  passwordSet: accountChange(
    "A password was set for your account, which had none. You can log in with it now.",
  ),
  passkeyAdded: accountChange("A passkey was added to your account. You can log in with it now."),
  identityAdded: accountChange(
    "Your account was connected with another provider. You can log in with it now.",
  ),
  passkeyRemoved: accountChange("A passkey of your account was removed."),
  identityRemoved: accountChange(
    "Your account can no longer be logged in to with one of the providers that were connected with it.",
  ),
  passwordRemoved: accountChange("The password of your account was removed."),
  passwordEnded: accountChange(
    "You have logged in by mail. The password of your account no longer works, and all its other sessions have ended, because others may know this password: it was a temporary one, or it was chosen before anybody had confirmed your e-mail address. You can set another in your settings.",
  ),
  mfaOn: accountChange("Two-factor authentication was turned on for your account."),
  mfaOff: accountChange("Two-factor authentication was turned off for your account."),
  mfaOffByProvider: accountChange(
    "Two-factor authentication was turned off for your account by the portal's provider.",
  ),
  recoveryCodesRenewed: accountChange(
    "The recovery codes of your account were renewed. The old ones no longer work.",
  ),
  emailChanged: accountChange(
    "The e-mail address of your account was changed by the portal's provider. You no longer log in with this one.",
  ),
  accountDeleted: accountDeletion("Your account was deleted."),
  accountMerged: accountChange(
    "Another account was merged into yours, after somebody had proved that both are theirs. What it had written and chosen is your account's now.",
  ),
  accountMergedAway: accountDeletion(
    "Your account was merged into another account and deleted, after somebody had logged in to the other one and proved that this one is theirs too. What you had written and chosen is the other account's now.",
  ),
  webhookFailing: endpointOff("it has accepted nothing for five days"),
  webhookFull: endpointOff("more than 100,000 events waited for it"),
  webhookGone: endpointOff("it answered that it is gone for good (status 410)"),
  accountDeletedByProvider: accountDeletion("Your account was deleted by the portal's provider."),
} satisfies Record<string, (facts: MailFacts) => MailText>;

export type NoticeKind = keyof typeof NOTICES;
