import type { FeedbackStatus } from "#contract/feedback.ts";

/**
 * What a notification mail says. The text part and the HTML part are both made from it. All texts
 * are plain text; single lines have passed through `mailLine`.
 */
export interface MailModel {
  readonly company: MailCompany;
  readonly subject: string;
  /** What mail clients show after the subject in a list of mails. */
  readonly preheader: string;
  /** The title of a digest; null if the mail is about one item, whose title is the heading. */
  readonly heading: string | null;
  /** Newest first. */
  readonly items: readonly MailItem[];
  /** The number of further items, which the mail does not name. */
  readonly moreItems: number;
  /** The mail's only button. */
  readonly button: { readonly label: string; readonly url: string };
  /** Why the recipient gets the mail, as a sentence. */
  readonly reason: string;
  readonly unsubscribeUrl: string;
  /** The company's portal: scheme, host and port. */
  readonly portalUrl: string;
}

export interface MailCompany {
  readonly name: string;
  /** Absolute URL of a picture that mail clients show; null for the name as text. */
  readonly logoUrl: string | null;
  readonly buttonColor: string;
  readonly buttonTextColor: string;
}

export interface MailItem {
  readonly title: string;
  readonly url: string;
  /** Oldest first. */
  readonly updates: readonly MailUpdate[];
  /** The number of further updates before these, which the mail does not contain. */
  readonly earlierUpdates: number;
}

export interface MailUpdate {
  /** The new status and its label; null if the status was not changed. */
  readonly status: { readonly key: FeedbackStatus; readonly label: string } | null;
  /** Who did it. */
  readonly actor: string;
  /** What the actor did, as the rest of a sentence that begins with the actor. */
  readonly action: string;
  /** The note, the comment or the description, which may have several lines. */
  readonly text: string | null;
}
