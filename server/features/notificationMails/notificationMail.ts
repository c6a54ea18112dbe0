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

/** A mail that is composed of a company's notifications for one account. */
export interface ComposedDelivery {
  readonly companyId: number;
  readonly id: number;
  readonly userId: number;
  /** `immediate` is a mail about one item; `daily` and `weekly` are digests. */
  readonly kind: "immediate" | "daily" | "weekly";
}
