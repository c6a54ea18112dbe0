import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { WebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { startWebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import {
  deliverWebhooks,
  endWebhookWaits,
  recordWebhooks,
  webhookScene,
} from "#server/checks/fixtures/webhookScene.ts";
import {
  createWebhookDelivery,
  deleteOldWebhookDeliveries,
  noWebhooks,
} from "./deliverWebhooks.ts";

let portal: TestPortal;
let receiver: WebhookReceiver;
beforeAll(async () => {
  portal = await startTestPortal({ HEARBACK_DEV: "1" });
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
  await portal.sql("delete from webhook_endpoint");
});
afterAll(() => receiver.close());

/** Creates a company with an endpoint that gets votes, and a function that votes once more. */
async function scene(path = "/in", count = 1) {
  const created = await webhookScene(portal);
  const { admin, company, item } = created;
  for (let index = 0; index < count; index += 1)
    await admin.post("/api/webhooks", {
      name: "Warehouse",
      url: `${receiver.url}${count > 1 ? `/${String(index)}` : path}`,
      events: ["vote.created"],
    });
  const vote = async () => {
    const user = await portal.user("user", company);
    await portal.visitor(company.host, user).post(`/api/feedback/${String(item.id)}/vote`);
  };
  const endpoint = async () => (await admin.get("/api/webhooks")).body[0];
  return { ...created, vote, endpoint };
}

const deliveries = () =>
  portal.sql<{ state: string; attempts: number; seconds: number | null; answers: unknown }>(
    `select state, attempts, answers,
       round(extract(epoch from next_attempt_at - now()))::int as seconds
     from webhook_delivery order by id`,
  );

describe("an attempt that is not accepted", () => {
  test("is repeated after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h with the same id, and then given up", async () => {
    const { vote } = await scene();
    receiver.answer = (response) => response.writeHead(503).end("busy");
    await vote();
    const waits: unknown[] = [];
    await deliverWebhooks(portal);
    for (;;) {
      const [delivery] = await deliveries();
      if (delivery?.state === "failed") break;
      waits.push(delivery?.seconds);
      await endWebhookWaits(portal);
      await deliverWebhooks(portal);
    }
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600);
    expect(waits).toEqual([5, 300, 1800, ...hours]);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test.each([
    ["429", { "retry-after": "3600" }, 3600],
    ["503", { "retry-after": new Date(Date.now() + 7_200_000).toUTCString() }, 7200],
    ["500", { "retry-after": "soon" }, 5],
    ["429", { "retry-after": "99999999" }, 86_400],
  ])("waits as long as the receiver asks: %s %j", async (status, headers, seconds) => {
    const { vote } = await scene();
    receiver.answer = (response) => response.writeHead(Number(status), headers).end();
    await vote();
    await deliverWebhooks(portal);
    const [delivery] = await deliveries();
    expect(Math.abs((delivery?.seconds ?? 0) - seconds)).toBeLessThan(30);
  });

  test.each([
    ["a redirect to loopback", "http://127.0.0.1:1/", 302],
    ["a redirect to the metadata service", "http://169.254.169.254/", 307],
  ])("%s is not followed", async (_, location, status) => {
    const { vote } = await scene();
    receiver.answer = (response) => response.writeHead(status, { location }).end();
    await vote();
    await deliverWebhooks(portal);
    expect(await deliveries()).toMatchObject([{ state: "waiting", answers: [{ status }] }]);
  });

  test("a connection that is reset, and invalid HTTP, are failures without a status", async () => {
    const { vote } = await scene();
    receiver.answer = (response) => response.socket?.destroy();
    await vote();
    await deliverWebhooks(portal);
    receiver.answer = (response) => {
      response.socket?.end("HTTP/1.1 999999 nonsense\r\n\r\n\u0000");
    };
    await endWebhookWaits(portal);
    await deliverWebhooks(portal);
    const refused = { status: null, error: "The server does not respond" };
    expect(await deliveries()).toMatchObject([{ state: "waiting", answers: [refused, refused] }]);
  });

  test("a name that resolves to a private address at a later look-up is not reached", async () => {
    const { vote } = await scene();
    await portal.sql("update webhook_secret set address = 'https://partner.example/in'");
    let lookUps = 0;
    const resolve = async () => {
      lookUps += 1;
      return [lookUps === 1 ? "127.0.0.9" : "10.0.0.1"];
    };
    const mayReach = (address: string) => address === "127.0.0.9";
    await vote();
    await deliverWebhooks(portal, { resolve, mayReach });
    await endWebhookWaits(portal);
    await deliverWebhooks(portal, { resolve, mayReach });
    const [delivery] = await deliveries();
    expect(delivery?.answers).toMatchObject([
      { error: "The server does not respond" },
      { error: "This host is not allowed" },
    ]);
  });
});

describe("an answer", () => {
  test("of 5 MB is read only in part and accepted", async () => {
    const { vote } = await scene();
    receiver.answer = (response) => response.writeHead(200).end("x".repeat(5_000_000));
    await vote();
    expect(await deliverWebhooks(portal)).toEqual({ delivered: 1, refused: 0, unanswered: 0 });
    const [delivery] = await deliveries();
    expect(JSON.stringify(delivery?.answers).length).toBeLessThan(4_000);
  });

  test("of 410 turns the endpoint off, and the company's admins are told by mail", async () => {
    const { vote, endpoint } = await scene();
    receiver.answer = (response) => response.writeHead(410).end();
    await vote();
    await vote();
    await deliverWebhooks(portal);
    expect(await endpoint()).toMatchObject({ isOn: false, offReason: "gone", unfinished: 0 });
    await vote();
    await deliverWebhooks(portal);
    expect(receiver.received.length).toBeLessThanOrEqual(2);
    const mails = await runJobs(portal);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^A webhook of .* was turned off$/),
    ]);
    expect(mails[0]?.text).toContain("410");
  });
});

test("an endpoint that has accepted nothing for five days is turned off, and works again when an admin turns it on", async () => {
  const { vote, endpoint, admin } = await scene();
  receiver.answer = (response) => response.writeHead(500).end();
  await vote();
  await deliverWebhooks(portal);
  const { id, isOn, failingSince } = await endpoint();
  expect([isOn, typeof failingSince]).toEqual([true, "string"]);
  await portal.sql("update webhook_endpoint set failing_since = now() - interval '121 hours'");
  await endWebhookWaits(portal);
  await deliverWebhooks(portal);
  expect(await endpoint()).toMatchObject({ isOn: false, offReason: "failing" });
  const mails = await runJobs(portal);
  expect(mails[0]?.text).toContain("five days");
  receiver.answer = (response) => response.writeHead(204).end();
  expect((await admin.patch(`/api/webhooks/${String(id)}`, { isOn: true })).body).toMatchObject({
    isOn: true,
    offReason: null,
    failingSince: null,
    secret: null,
  });
  await vote();
  await deliverWebhooks(portal);
  expect(await endpoint()).toMatchObject({ lastAnswer: { status: 204 } });
});

test("an attempt that a killed process had begun is tried again with the same id", async () => {
  const { vote } = await scene();
  await vote();
  await recordWebhooks(portal);
  await portal.sql(
    `update webhook_delivery
     set state = 'sending', attempts = 1, next_attempt_at = now() + interval '20 seconds'`,
  );
  await deliverWebhooks(portal);
  expect(receiver.received).toHaveLength(0);
  await endWebhookWaits(portal);
  await deliverWebhooks(portal);
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([{ state: "sent", attempts: 2 }]);
});

test("a company sends at most four at a time, at most three to one endpoint, and a slow receiver holds up neither its other endpoints nor other companies", async () => {
  const slow = await scene("", 2);
  const other = await scene("/other");
  const held: (() => void)[] = [];
  let fast = 0;
  receiver.answer = (response, { path }) => {
    if (path === "/0") held.push(() => response.writeHead(204).end());
    else {
      fast += 1;
      response.writeHead(204).end();
    }
  };
  for (let count = 0; count < 6; count += 1) await slow.vote();
  await other.vote();
  await recordWebhooks(portal);
  const { database, config } = portal;
  const delivery = createWebhookDelivery({
    database,
    config,
    counts: noWebhooks(),
    onError: (error) => {
      throw error;
    },
  });
  const running = delivery.run({}, new AbortController().signal);
  await expect.poll(() => [held.length, fast], { timeout: 9_000 }).toEqual([3, 7]);
  const letGo = setInterval(() => held.splice(0).forEach((release) => release()), 20);
  await running;
  clearInterval(letGo);
  expect(receiver.received).toHaveLength(13);
});

test("deliveries of the last 30 days and unfinished ones are kept, older ones are deleted", async () => {
  const { vote } = await scene();
  await vote();
  await vote();
  await vote();
  await recordWebhooks(portal);
  await portal.sql(
    `with numbered as (select id, row_number() over (order by id) as place from webhook_delivery)
     update webhook_delivery d set
       state = case when place = 1 then 'waiting' else 'sent' end,
       next_attempt_at = case when place = 1 then now() end,
       created_at = now() - case when place = 3 then interval '29 days' else interval '31 days' end
     from numbered where numbered.id = d.id`,
  );
  await deleteOldWebhookDeliveries(portal.database);
  expect(await deliveries()).toMatchObject([{ state: "waiting" }, { state: "sent" }]);
});

test("the newest deliveries of an endpoint are kept up to a number, and an endpoint for which more wait is turned off", async () => {
  const { vote, endpoint } = await scene();
  for (let count = 0; count < 3; count += 1) await vote();
  await recordWebhooks(portal);
  await deleteOldWebhookDeliveries(portal.database, 3);
  expect(await endpoint()).toMatchObject({ isOn: true, unfinished: 3 });
  await deleteOldWebhookDeliveries(portal.database, 2);
  expect(await endpoint()).toMatchObject({ isOn: false, offReason: "full" });
  expect(await deliveries()).toMatchObject([{ state: "failed" }, { state: "failed" }]);
  const mails = await runJobs(portal);
  expect(mails[0]?.text).toContain("more than 100,000 events waited for it");
});
