import { createHash } from "node:crypto";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { addressOf } from "#server/platform/mail/mailer.ts";
import type { ClaimedDelivery } from "./mailDelivery.queries.ts";

/** A composed notification mail. */
export interface ComposedMail {
  readonly to: string;
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string;
  /** The secret of the recipient's account from which the Message-ID is derived. */
  readonly unsubscribeToken: string;
}

type Identified = Pick<ClaimedDelivery, "companyId" | "id" | "kind" | "feedbackId">;

/**
 * Adds the headers of a notification mail. All attempts of a delivery have the same Message-ID, so
 * that mail servers and mail programs recognize a mail that is sent again. All mails about one item
 * refer to a common Message-ID, so that mail programs group these mails. No mail has the common
 * Message-ID itself.
 */
export function notificationMessage(
  { to, fromName, subject, text, html, unsubscribeUrl, unsubscribeToken }: ComposedMail,
  delivery: Identified,
  mailFrom: string,
): Mail {
  return {
    to,
    fromName,
    subject,
    text,
    html,
    messageId: messageIdOf(delivery, unsubscribeToken, mailFrom),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      ...threadOf(delivery, mailFrom),
    },
  };
}

const domainOf = (mailFrom: string) => addressOf(mailFrom).split("@").at(-1) ?? "localhost";

function messageIdOf({ companyId, id }: Identified, token: string, mailFrom: string): string {
  const key = deliveryKey(token, id);
  return `<delivery.${String(companyId)}.${String(id)}.${key}@${domainOf(mailFrom)}>`;
}

/**
 * Returns the part of a Message-ID that only the portal and the receivers of the mail know. It
 * proves that a bounce report is about a mail of the portal. It also makes the Message-ID unique,
 * because deliveries of two installations can have the same ids.
 */
export function deliveryKey(unsubscribeToken: string, deliveryId: number): string {
  return createHash("sha256")
    .update(`${unsubscribeToken}.${String(deliveryId)}`)
    .digest("hex")
    .slice(0, 16);
}

function threadOf({ companyId, feedbackId }: Identified, mailFrom: string): Mail["headers"] {
  if (feedbackId === null) return {};
  const thread = `<item.${String(companyId)}.${String(feedbackId)}@${domainOf(mailFrom)}>`;
  return { "In-Reply-To": thread, References: thread };
}
