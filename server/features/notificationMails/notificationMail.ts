/** A mail about notifications, with everything that depends on its content. */
export interface NotificationMail {
  /** The recipient's address. */
  readonly to: string;
  /** The display name of the sender: the company's name, on one line. */
  readonly fromName: string;
  readonly subject: string;
  /** The plain-text part. */
  readonly text: string;
  /** The HTML part. */
  readonly html: string;
  /**
   * The page on which the recipient changes what is mailed, and the address of the one-click request
   * that unsubscribes.
   */
  readonly unsubscribeUrl: string;
}

/** The mail that a company's notifications of one account become. */
export interface MailDelivery {
  readonly companyId: number;
  readonly id: number;
  readonly userId: number;
  /** immediate: the mail about one item; daily, weekly: a digest. */
  readonly kind: "immediate" | "daily" | "weekly";
}
