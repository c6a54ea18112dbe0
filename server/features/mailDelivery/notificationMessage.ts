import type { Mail } from "#server/platform/mail/mailer.ts";
import { addressOf } from "#server/platform/mail/mailer.ts";
import type { Delivery } from "./mailDelivery.queries.ts";

/** A composed notification mail. */
export interface ComposedMail {
  readonly to: string;
  readonly fromName: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string;
}

type Identified = Pick<Delivery, "companyId" | "id" | "kind" | "feedbackId" | "createdAt">;

/**
 * Adds the headers of a notification mail. The Message-ID depends only on the delivery, so that
 * mail servers and mail programs recognize a mail that is sent again after a kill. All mails about
 * one item refer to the same first mail, which does not exist, so that mail programs group the
 * mails.
 */
export function notificationMessage(
  { to, fromName, subject, text, html, unsubscribeUrl }: ComposedMail,
  delivery: Identified,
  mailFrom: string,
): Mail {
  return {
    to,
    fromName,
    subject,
    text,
    html,
    messageId: messageIdOf(delivery, mailFrom),
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      ...threadOf(delivery, mailFrom),
    },
  };
}

const domainOf = (mailFrom: string) => addressOf(mailFrom).split("@").at(-1) ?? "localhost";

/**
 * The time makes the Message-ID unique, because deliveries of two installations can have the same
 * ids.
 */
function messageIdOf({ companyId, id, createdAt }: Identified, mailFrom: string): string {
  const time = Date.parse(createdAt).toString(36);
  return `<delivery.${String(companyId)}.${String(id)}.${time}@${domainOf(mailFrom)}>`;
}

function threadOf({ companyId, feedbackId }: Identified, mailFrom: string): Mail["headers"] {
  if (feedbackId === null) return {};
  const thread = `<item.${String(companyId)}.${String(feedbackId)}@${domainOf(mailFrom)}>`;
  return { "In-Reply-To": thread, References: thread };
}
