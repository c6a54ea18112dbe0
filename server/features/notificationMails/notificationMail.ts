/** A composed mail about notifications. */
export interface NotificationMail {
  /** The recipient's e-mail address. */
  readonly to: string;
  /** The display name of the sender: the company's name, on one line. */
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * The URL of the page on which the recipient changes which mails are sent. The one-click request
   * to unsubscribe is posted to the same URL.
   */
  readonly unsubscribeUrl: string;
  readonly unsubscribeToken: string;
}

/** A mail that is composed of a company's notifications for one account, or for an address. */
export interface ComposedDelivery {
  readonly companyId: number;
  readonly id: number;
  /** Null for a mail to a subscribed address. */
  readonly userId: number | null;
  readonly subscriberId: number | null;
  readonly entryId: number | null;
  /** A mail about one item or one changelog entry, or a digest. */
  readonly kind: "immediate" | "entry" | "daily" | "weekly";
}
