import { WEBHOOK_ADDRESS } from "#server/checks/fixtures/insertWebhook.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

const WEBHOOKS = "/api/webhooks";

/** Adds an endpoint with a delivery, in place of all others. */
async function newWebhook({ admin, portal, company }: CallFixtures) {
  await portal.sql("delete from webhook_endpoint where company_id = $1", [company.id]);
  const reply = await admin.post(WEBHOOKS, {
    name: "Warehouse",
    url: WEBHOOK_ADDRESS,
    events: ["feedback.created"],
  });
  const path = `${WEBHOOKS}/${String(reply.body.id)}`;
  const test = await admin.post(`${path}/test`);
  return { reply, test, path, delivery: `${path}/deliveries/${String(test.body.id)}` };
}

/** Calls for webhooks and their log. */
export const webhookCalls: RouteCalls = {
  "GET /api/webhooks": async (fixtures) => {
    await newWebhook(fixtures);
    return [await fixtures.admin.get(WEBHOOKS)];
  },
  "POST /api/webhooks": async (fixtures) => [(await newWebhook(fixtures)).reply],
  "PATCH /api/webhooks/:id": async (fixtures) => {
    const { path } = await newWebhook(fixtures);
    return [
      await fixtures.admin.patch(path, { boardIds: [fixtures.boardId] }),
      await fixtures.admin.patch(path, { isOn: false }),
    ];
  },
  "DELETE /api/webhooks/:id": async (fixtures) => [
    await fixtures.admin.delete((await newWebhook(fixtures)).path),
  ],
  "POST /api/webhooks/:id/secret": async (fixtures) => [
    await fixtures.admin.post(`${(await newWebhook(fixtures)).path}/secret`),
  ],
  "POST /api/webhooks/:id/test": async (fixtures) => [(await newWebhook(fixtures)).test],
  "GET /api/webhooks/:id/deliveries": async (fixtures) => {
    const { path } = await newWebhook(fixtures);
    const replies = [];
    for (const query of ["", "?state=failed", "?type=test", "?state=sent&type=test"])
      replies.push(await fixtures.admin.get(`${path}/deliveries${query}`));
    return replies;
  },
  "GET /api/webhooks/:id/deliveries/:deliveryId": async (fixtures) => [
    await fixtures.admin.get((await newWebhook(fixtures)).delivery),
  ],
  "POST /api/webhooks/:id/deliveries/:deliveryId/send": async (fixtures) => [
    await fixtures.admin.post(`${(await newWebhook(fixtures)).delivery}/send`),
  ],
  "POST /api/webhooks/:id/send-since": async (fixtures) => {
    const { path } = await newWebhook(fixtures);
    const since = "2026-05-05T00:00:00.000Z";
    return [
      await fixtures.admin.post(`${path}/send-since`, { since, countOnly: true }),
      await fixtures.admin.post(`${path}/send-since`, { since, onlyFailed: false }),
    ];
  },
};
