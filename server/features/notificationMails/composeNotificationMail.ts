import type { Config } from "#server/platform/config/config.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { portalUrlOf } from "#server/platform/http/portalUrlOf.ts";
import { createEntryMail, withEntries } from "./createEntryMail.ts";
import { createMailModel, MAIL_LIMITS } from "./createMailModel.ts";
import {
  findMailedEntry,
  findSubscribedAddress,
  takePermittedEntries,
} from "./mailedEntries.queries.ts";
import type { MailModel } from "./mailModel.ts";
import { renderMailText } from "./renderMailText.ts";
import type { ComposedDelivery, NotificationMail } from "./notificationMail.ts";
import {
  findMailRecipient,
  makeUnsubscribeToken,
  takePermittedUpdates,
} from "./notificationMails.queries.ts";

type MailConfig = Pick<Config, "requireConfirmedEmail" | "baseDomain">;

/**
 * Composes the mail of a delivery. Checks again what the recipient is allowed to be notified of,
 * because this can have changed since the notifications were created.
 * @returns null if the recipient is no longer allowed to get any of the notifications, which are
 * then marked as dropped, or if the company is being deleted
 */
export async function composeNotificationMail(
  db: SystemDb,
  delivery: ComposedDelivery,
  config: MailConfig,
): Promise<NotificationMail | null> {
  const { userId } = delivery;
  return userId === null
    ? composeMailToAddress(db, delivery, config)
    : composeMailToAccount(db, { ...delivery, userId }, config);
}

async function composeMailToAccount(
  db: SystemDb,
  { companyId, id: deliveryId, userId, kind }: ComposedDelivery & { userId: number },
  { requireConfirmedEmail, baseDomain }: MailConfig,
): Promise<NotificationMail | null> {
  const recipient = await db.first(findMailRecipient, { companyId, userId });
  if (!recipient) return null;
  const canSeePrivate = recipient.isAdmin;
  const permitted = { companyId, deliveryId, userId, canSeePrivate, requireConfirmedEmail };
  const [update, ...updates] =
    kind === "entry" ? [] : await db.all(takePermittedUpdates(MAIL_LIMITS[kind]), permitted);
  const [entry, ...entries] =
    kind === "immediate" ? [] : await db.all(takePermittedEntries, permitted);
  const origin = (update ?? entry)?.origin;
  if (origin === undefined) return null;
  const unsubscribeToken =
    recipient.unsubscribeToken ??
    (await db.first(makeUnsubscribeToken, { userId }))?.unsubscribeToken;
  if (unsubscribeToken === undefined) return null;
  const portalUrl = portalUrlOf(origin, recipient.subdomain, baseDomain);
  const facts = { kind, companyId, recipient, portalUrl, unsubscribeToken };
  const unsubscribeUrl = `${portalUrl}/unsubscribe/${unsubscribeToken}`;
  const given = entry ? ([entry, ...entries] as const) : [];
  const model = update
    ? withEntries(createMailModel(facts, [update, ...updates]), facts, given)
    : entry && createEntryMail({ ...facts, unsubscribeUrl }, [entry, ...entries]);
  return model ? rendered(model, recipient.username, unsubscribeToken) : null;
}

async function composeMailToAddress(
  db: SystemDb,
  { companyId, subscriberId, entryId, kind }: ComposedDelivery,
  { baseDomain }: MailConfig,
): Promise<NotificationMail | null> {
  if (subscriberId === null || entryId === null) return null;
  const recipient = await db.first(findSubscribedAddress, { companyId, subscriberId });
  const entry = await db.first(findMailedEntry, { companyId, entryId });
  const token = recipient?.unsubscribeToken;
  if (!recipient || !entry || !token) return null;
  const portalUrl = portalUrlOf(entry.origin, recipient.subdomain, baseDomain);
  const unsubscribeUrl = `${portalUrl}/subscription/${token}`;
  const model = createEntryMail({ kind, companyId, recipient, portalUrl, unsubscribeUrl }, [entry]);
  return rendered(model, recipient.username, token);
}

async function rendered(
  model: MailModel,
  to: string,
  unsubscribeToken: string,
): Promise<NotificationMail> {
  return {
    to,
    fromName: model.company.name,
    subject: model.subject,
    text: renderMailText(model),
    html: (await import("./renderMailHtml.ts")).renderMailHtml(model),
    unsubscribeUrl: model.unsubscribeUrl,
    unsubscribeToken,
  };
}
