import * as z from "zod/mini";
import type { changelogSubscribersApi } from "#contract/changelogSubscribers.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { composeMail } from "#server/platform/mail/composeMail.ts";
import type { AccountMailer } from "#server/platform/mail/limitMails.ts";
import type { MailText } from "#server/platform/mail/mails.ts";
import type { CallLimit } from "#server/platform/routing/callLimits.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import {
  CONFIRMATION_DAYS,
  findPendingSubscriber,
  savePendingSubscriber,
} from "./changelogSubscribers.queries.ts";

const PER_SUBSCRIBER: Limit = { name: "subscribe-ip", attempts: 20, windowSeconds: 60 * 60 };

/** Mails are also limited per recipient (`server/platform/mail/limitMails.ts`). */
export const requestLimits: readonly CallLimit[] = [bySubscriber(PER_SUBSCRIBER)];

/** Name of the job that mails the link. */
export const SUBSCRIPTION_TASK = "sendSubscriptionLink";

/** Payload of the job. It contains neither the address nor the token. */
const SubscriptionMail = z.object({
  companyId: z.number(),
  subscriberId: z.number(),
  /** Origin of the company's portal. */
  origin: z.string(),
  siteName: z.string(),
});

/**
 * Mails a link to an address, which subscribes the address to the changelog. Nothing shows whether
 * the address was known.
 */
export async function requestChangelogSubscription({
  database,
  tenantId: companyId,
  origin,
  site: { siteName },
  body,
}: Handled<typeof changelogSubscribersApi.request, TenantContext>): Promise<void> {
  const address = usernameKey(body.email);
  await database.system.transaction(async (db) => {
    const saved = await db.first(savePendingSubscriber, { companyId, address });
    if (!saved) return;
    const payload = { companyId, subscriberId: saved.id, origin, siteName };
    await db.all(enqueueJob, { task: SUBSCRIPTION_TASK, payload: JSON.stringify(payload) });
  });
}

/**
 * Sends the link, unless the address was confirmed or deleted meanwhile. The mail contains no name
 * that a stranger has chosen, because anybody can enter any address
 * (docs/decisions/0030-confirmed-addresses.md).
 */
export async function sendSubscriptionLink(
  db: Db,
  mailer: AccountMailer,
  payload: unknown,
): Promise<void> {
  const { origin, siteName, ...key } = SubscriptionMail.parse(payload);
  const subscriber = await db.first(findPendingSubscriber, key);
  if (!subscriber) return;
  const frame = {
    to: subscriber.address,
    origin,
    names: { fullName: null, portalName: siteName },
    budget: "subscriptions",
  } as const;
  const link = `${origin}/subscription/${subscriber.token}`;
  await mailer.send(composeMail(frame, (portalName) => linkText(portalName, origin, link)));
}

function linkText(portalName: string, origin: string, link: string): MailText {
  const { host } = new URL(origin);
  return {
    subject: `Confirm your subscription to the changelog of ${host}`,
    text: `somebody, probably you, wants to get the changelog of ${host} at ${portalName} by mail at this address.
To confirm, open this address within ${String(CONFIRMATION_DAYS)} days and press the button:

${link}

If it was not you, you need not do anything: without the button nothing is sent to you.`,
  };
}
