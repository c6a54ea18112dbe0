import { insertWebhook, WEBHOOK_ADDRESS } from "#server/checks/fixtures/insertWebhook.ts";
import type { AttackFixtures } from "../attackFixtures.ts";

const onWebhook = (body?: object) => async (fixtures: AttackFixtures) => {
  const { id } = await insertWebhook(fixtures.portal, fixtures.company);
  return { params: { id }, ...(body && { body }) };
};

const onDelivery = async (fixtures: AttackFixtures) => ({
  params: await insertWebhook(fixtures.portal, fixtures.company),
});

/** Successful calls about webhooks. */
export const webhookSampleCalls = {
  "POST /api/webhooks": () => ({
    body: { name: "Warehouse", url: WEBHOOK_ADDRESS, events: ["vote.created"] },
  }),
  "PATCH /api/webhooks/:id": onWebhook({ name: "Renamed" }),
  "DELETE /api/webhooks/:id": onWebhook(),
  "POST /api/webhooks/:id/secret": onWebhook(),
  "POST /api/webhooks/:id/test": onWebhook(),
  "GET /api/webhooks/:id/deliveries": onWebhook(),
  "GET /api/webhooks/:id/deliveries/:deliveryId": onDelivery,
  "POST /api/webhooks/:id/deliveries/:deliveryId/send": onDelivery,
  "POST /api/webhooks/:id/send-since": onWebhook({ since: "2026-05-05T00:00:00.000Z" }),
};
