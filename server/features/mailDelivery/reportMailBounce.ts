import type { mailBouncesApi } from "#contract/mailBounces.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findDeliveryRecipient } from "./mailDelivery.queries.ts";
import { isAboutRecipient, responseLine } from "./mailRefusal.ts";
import { deliveryKey } from "./notificationMessage.ts";
import { readBounceReport } from "./readBounceReport.ts";
import { suppressAddress } from "./suppression.queries.ts";

/**
 * Limits the bounce reports from one client address per minute to the default of `MAIL_RATE`,
 * because each mail that is sent causes at most about one report.
 */
export const bounceLimit = bySubscriber({
  name: "mail-bounces",
  attempts: 600,
  windowSeconds: 60,
});

/**
 * Suppresses the e-mail address of the account whose mail failed because of the address. The report
 * must return the mail, because everybody can mail a forged report, but only the receivers of a
 * mail know its Message-ID. The addresses in the report are ignored.
 * @throws HttpError 400 if the body is no bounce report
 */
export async function reportMailBounce({
  database,
  body,
}: Handled<typeof mailBouncesApi.report>): Promise<void> {
  const report = await readBounceReport(body);
  if (!report) throw invalid({ body: ["This is no delivery status notification (RFC 3464)"] });
  const failure = report.recipients.find(
    ({ action, status, diagnostic }) =>
      action === "failed" &&
      isAboutRecipient({ status, response: diagnostic, isToRecipient: false }),
  );
  if (!failure) return;
  const username = await recipientOf(database.system, report.messageId ?? "");
  if (username === null) return;
  await database.system.all(suppressAddress, {
    address: usernameKey(username),
    reason: "bounced",
    detail: responseLine(`${failure.status ?? ""} ${failure.diagnostic}`),
  });
}

/**
 * Returns the username of the account to which the mail was sent; null if the portal sent no such
 * mail.
 */
async function recipientOf(db: SystemDb, messageId: string): Promise<string | null> {
  const match = /^<delivery\.(\d{1,15})\.(\d{1,15})\.([\da-f]{16})@[^\s<>]+>$/.exec(messageId);
  if (!match) return null;
  const [companyId, deliveryId] = [Number(match[1]), Number(match[2])];
  const recipient = await db.first(findDeliveryRecipient, { companyId, deliveryId });
  if (!recipient || recipient.unsubscribeToken === null) return null;
  const isKnown = deliveryKey(recipient.unsubscribeToken, deliveryId) === match[3];
  return isKnown ? recipient.username : null;
}
