import { randomUUID } from "node:crypto";
import type { Page } from "#contract/endpoint.ts";
import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  webhooksApi,
} from "#contract/webhooks.ts";
import { WEBHOOK_IS_OFF } from "#contract/webhooks.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { decodePosition, pageOf } from "#server/platform/http/keysetCursor.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { testBodyOf } from "./chat/bodyOf.ts";
import { SLICE } from "./deliveries.queries.ts";
import {
  countDeliveries,
  countSince,
  findDelivery,
  insertTest,
  listDeliveries,
  sendAgain,
  sendSomeAgain,
} from "./deliveryLog.queries.ts";
import { findEndpoint } from "./webhooks.queries.ts";

const ORDER = "webhooks";

/**
 * Returns one page of what was sent to an endpoint, newest first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listWebhookDeliveriesPage(
  context: Handled<typeof webhooksApi.deliveries, TenantUserContext>,
): Promise<Page<WebhookDelivery>> {
  const { db, query, visibility } = context;
  const { companyId, canSeePrivate } = visibility;
  const { state, type, limit, cursor } = query;
  const { id: endpointId } = await endpointOf(context);
  const beforeId =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : decodePosition(ORDER, cursor, (key) => key === "").id;
  const filter = { companyId, canSeePrivate, endpointId, state, type };
  const shape = { byState: state !== undefined, byType: type !== undefined };
  const rows = await db.all(listDeliveries(shape), { ...filter, beforeId, rows: limit + 1 });
  const counted = await db.first(countDeliveries(shape), filter);
  const positionOf = ({ id }: WebhookDelivery) => ({ key: "", id });
  return pageOf(rows, { limit, order: ORDER, total: counted?.total ?? 0, positionOf });
}

/** Returns a delivery with what was sent and answered. */
export async function readWebhookDelivery(
  context: Handled<typeof webhooksApi.delivery, TenantUserContext>,
): Promise<WebhookDeliveryDetail> {
  const { db } = context;
  await endpointOf(context);
  const found = await db.first(findDelivery, keyOf(context));
  if (!found) throw context.notFound();
  return found;
}

/** Sends a delivery again, with the same id. */
export async function sendWebhookAgain(
  context: Handled<typeof webhooksApi.send, TenantUserContext>,
): Promise<WebhookDelivery> {
  const { db } = context;
  const { companyId } = db;
  const key = keyOf(context);
  return db.transaction(async (transaction) => {
    const endpoint = await endpointOf({ ...context, db: transaction });
    const known = await transaction.first(findDelivery, key);
    if (!known) throw context.notFound();
    if (!endpoint.isOn) throw conflict(WEBHOOK_IS_OFF);
    const sent = await transaction.first(sendAgain, key);
    if (!sent) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "webhook.send",
      subject: endpoint.name,
      details: { id: endpoint.id, event: sent.type, deliveries: 1 },
    });
    return sent;
  });
}

/** Sends all deliveries since a moment again, or only counts them. */
export async function sendWebhooksSince(
  context: Handled<typeof webhooksApi.sendSince, TenantUserContext>,
): Promise<{ count: number }> {
  const { db, body, visibility } = context;
  const { countOnly, since, onlyFailed } = body;
  const { companyId, canSeePrivate } = visibility;
  const endpoint = await endpointOf(context);
  if (!endpoint.isOn) throw conflict(WEBHOOK_IS_OFF);
  const chosen = { companyId, canSeePrivate, endpointId: endpoint.id, since, onlyFailed };
  if (countOnly) return { count: (await db.first(countSince, chosen))?.count ?? 0 };
  let count = 0;
  for (let afterId = 0; ;) {
    const slice = await db.all(sendSomeAgain, { ...chosen, afterId });
    count += slice.length;
    afterId = Math.max(afterId, ...slice.map(({ id }) => id));
    if (slice.length < SLICE) break;
  }
  await db.transaction((transaction) =>
    recordAudit(transaction, context, companyId, {
      action: "webhook.send",
      subject: endpoint.name,
      details: { id: endpoint.id, since, onlyFailed, deliveries: count },
    }),
  );
  return { count };
}

/** Limits tests, because each is a request to an address of the admin's choice. */
export const testLimit = byAccount({
  name: "webhook-test-account",
  attempts: 60,
  windowSeconds: 60 * 60,
});

/** Sends a test event to an endpoint. */
export async function testWebhook(
  context: Handled<typeof webhooksApi.test, TenantUserContext>,
): Promise<WebhookDelivery> {
  const { db, origin } = context;
  const { id: endpointId, kind, isOn } = await endpointOf(context);
  if (!isOn) throw conflict(WEBHOOK_IS_OFF);
  const inserted = await db.first(insertTest, {
    companyId: db.companyId,
    endpointId,
    eventId: `msg_${randomUUID().replaceAll("-", "")}`,
    body: testBodyOf(kind, { origin, timestamp: new Date().toISOString() }),
  });
  if (!inserted) throw context.notFound();
  return inserted;
}

const keyOf = ({
  visibility: { companyId, canSeePrivate },
  params: { id: endpointId, deliveryId },
}: Pick<TenantUserContext, "visibility"> & { params: { id: number; deliveryId: number } }) => ({
  companyId,
  canSeePrivate,
  endpointId,
  deliveryId,
});

/** @throws HttpError 404 for an unknown endpoint */
async function endpointOf({
  db,
  params,
  visibility: { canSeePrivate },
  notFound,
}: Pick<TenantUserContext, "visibility"> & {
  db: TenantDb;
  params: { id: number };
  notFound: () => Error;
}): Promise<Webhook> {
  const endpoint = await db.first(findEndpoint, {
    companyId: db.companyId,
    endpointId: params.id,
    canSeePrivate,
  });
  if (!endpoint) throw notFound();
  return endpoint;
}
