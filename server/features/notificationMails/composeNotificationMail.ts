import type { Config } from "#server/platform/config/config.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { createMailModel, MAIL_LIMITS } from "./createMailModel.ts";
import { renderMailText } from "./renderMailText.ts";
import type { ComposedDelivery, NotificationMail } from "./notificationMail.ts";
import {
  findMailRecipient,
  makeUnsubscribeToken,
  takePermittedUpdates,
} from "./notificationMails.queries.ts";

/**
 * Composes the mail of a delivery. Checks again what the account is allowed to be notified of,
 * because this can have changed since the notifications were created.
 * @returns null if the account is no longer allowed to get any of the notifications, which are then
 * marked as dropped, or if the company is being deleted
 */
export async function composeNotificationMail(
  db: SystemDb,
  { companyId, id: deliveryId, userId, kind }: ComposedDelivery,
  { requireConfirmedEmail, baseDomain }: Pick<Config, "requireConfirmedEmail" | "baseDomain">,
): Promise<NotificationMail | null> {
  const recipient = await db.first(findMailRecipient, { companyId, userId });
  if (!recipient) return null;
  const [first, ...others] = await db.all(takePermittedUpdates(MAIL_LIMITS[kind]), {
    companyId,
    deliveryId,
    userId,
    canSeePrivate: recipient.isAdmin,
    requireConfirmedEmail,
  });
  if (!first) return null;
  const unsubscribeToken =
    recipient.unsubscribeToken ??
    (await db.first(makeUnsubscribeToken, { userId }))?.unsubscribeToken;
  if (unsubscribeToken === undefined) return null;
  const portalUrl = portalUrlOf(first.origin, recipient.subdomain, baseDomain);
  const model = createMailModel({ kind, companyId, recipient, portalUrl, unsubscribeToken }, [
    first,
    ...others,
  ]);
  return {
    to: recipient.username,
    fromName: model.company.name,
    subject: model.subject,
    text: renderMailText(model),
    html: (await import("./renderMailHtml.ts")).renderMailHtml(model),
    unsubscribeUrl: model.unsubscribeUrl,
    unsubscribeToken,
  };
}

/**
 * Returns the URL of the company's portal. The activity's origin cannot always be used: if an admin
 * worked on the product's own host, customers see nothing of the company at that origin.
 */
function portalUrlOf(origin: string, subdomain: string | null, baseDomain: string): string {
  const url = new URL(origin);
  if (subdomain !== null && url.hostname === baseDomain)
    url.hostname = `${subdomain}.${baseDomain}`;
  return url.origin;
}
