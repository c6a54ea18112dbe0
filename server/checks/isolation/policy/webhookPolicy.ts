import { insertWebhook, WEBHOOK_ADDRESS } from "#server/checks/fixtures/insertWebhook.ts";
import type { CreateEntity } from "../entities/entity.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";

// Expected statuses of webhooks, which only admins see and change.

const ADMINISTER = {
  //               N   A   U   P   C   X   V   S   T   W
  public: /*     */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /*    */ "401 401 403 403 404 2xx 403 404 404 404",
  missing: /*    */ "401 401 403 403 404 404 403 404 404 404",
};
const LIST = "401 401 403 403 200 200 403 403 200 200";

const webhook: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const { id } = await insertWebhook(portal, kind === "foreign" ? other : company);
  return { id };
};

const delivery: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID, deliveryId: MISSING_ID };
  return insertWebhook(portal, kind === "foreign" ? other : company);
};

const endpoint = { name: "Warehouse", url: WEBHOOK_ADDRESS, events: ["vote.created"] };

export const webhookPolicy: AccessPolicy = {
  "GET /api/webhooks": [call(LIST)],
  "POST /api/webhooks": [
    call(LIST.replaceAll("200", "201"), { send: json(endpoint), needsOwnFixtures: true }),
    call("401 401 403 403 400 201 403 403 400 400", {
      about: "with B's board",
      needsOwnFixtures: true,
      send: ({ otherBoard }) => ({ body: { ...endpoint, boardIds: [otherBoard.id] } }),
    }),
  ],
  "PATCH /api/webhooks/:id": callOn(webhook, ADMINISTER, { send: json({ name: "Renamed" }) }),
  "DELETE /api/webhooks/:id": callOn(webhook, ADMINISTER),
  "POST /api/webhooks/:id/secret": callOn(webhook, ADMINISTER),
  "POST /api/webhooks/:id/test": callOn(webhook, ADMINISTER),
  "GET /api/webhooks/:id/deliveries": callOn(webhook, ADMINISTER),
  "GET /api/webhooks/:id/deliveries/:deliveryId": callOn(delivery, ADMINISTER),
  "POST /api/webhooks/:id/deliveries/:deliveryId/send": callOn(delivery, ADMINISTER),
  "POST /api/webhooks/:id/send-since": callOn(webhook, ADMINISTER, {
    send: json({ since: "2026-05-05T00:00:00.000Z" }),
  }),
};
