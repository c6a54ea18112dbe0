import type { FeedbackStatus } from "#contract/feedback.ts";

/**
 * The content of a notification mail, from which both the text part and the HTML part are rendered.
 * All strings are plain text. Strings of one line have passed through `mailLine`.
 */
export interface MailModel {
  readonly company: MailCompany;
  readonly subject: string;
  /** What mail clients show after the subject in a list of mails. */
  readonly preheader: string;
  /**
   * The heading of a digest. It is null for an immediate mail, because the title of the mail's only
   * item is then the heading.
   */
  readonly heading: string | null;
  /** The items with their updates. The item with the newest update is first. */
  readonly items: readonly MailItem[];
  /** The number of items with updates that the mail does not contain. */
  readonly moreItems: number;
  /** The mail's only button. */
  readonly button: { readonly label: string; readonly url: string };
  /** A sentence that says why the recipient gets the mail. */
  readonly reason: string;
  readonly unsubscribeUrl: string;
  /** The URL of the company's portal: scheme, host and port. */
  readonly portalUrl: string;
}

export interface MailCompany {
  readonly name: string;
  /**
   * Absolute URL of a logo that mail clients show. It is null if the name is shown as text instead.
   */
  readonly logoUrl: string | null;
  readonly buttonColor: string;
  readonly buttonTextColor: string;
}

export interface MailItem {
  readonly title: string;
  readonly url: string;
  /** The latest updates of the item, oldest first. */
  readonly updates: readonly MailUpdate[];
  /** The number of earlier updates, which the mail does not contain. */
  readonly earlierUpdates: number;
}

export interface MailUpdate {
  /** The new status and its label; null if the status was not changed. */
  readonly status: { readonly key: FeedbackStatus; readonly label: string } | null;
  /** The name of the person who made the update, or words such as `A visitor`. */
  readonly actor: string;
  /** What the actor did, as the words that follow the actor's name in a sentence. */
  readonly action: string;
  /** The note, comment or description, possibly with several lines; null if there is none. */
  readonly text: string | null;
  /** The Markdown source of the text; null if the text is plain or shortened. */
  readonly markdown: string | null;
}
