import type { mailBouncesApi } from "#contract/mailBounces.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { responseLine } from "./mailRefusal.ts";
import { parseBounceReport } from "./parseBounceReport.ts";
import { suppressAddress } from "./suppression.queries.ts";

/**
 * Limits the bounce reports per minute to the default of `MAIL_RATE`, because each mail that is
 * sent causes at most about one report.
 */
export const bounceLimit = bySubscriber({
  name: "mail-bounces",
  attempts: 600,
  windowSeconds: 60,
});

/**
 * Suppresses the addresses of accounts to which a mail has permanently failed.
 * @throws HttpError 400 if the body is no bounce report
 */
export async function reportMailBounce({
  database,
  body,
}: Handled<typeof mailBouncesApi.report, RequestContext>): Promise<void> {
  const recipients = await parseBounceReport(body);
  if (!recipients) throw invalid({ body: ["This is no delivery status notification (RFC 3464)"] });
  for (const { address, action, status, diagnostic } of recipients) {
    if (action !== "failed" || !status.startsWith("5.")) continue;
    const detail = responseLine(`${status} ${diagnostic}`);
    await database.system.all(suppressAddress, {
      address: usernameKey(address),
      reason: "bounced",
      detail,
    });
  }
}
