import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BULK_LIMIT } from "#contract/bulkChanges.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import type { WebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import { startWebhookReceiver } from "#server/checks/fixtures/webhookReceiver.ts";
import type { Community } from "./support/createCommunity.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call, MAX_RESPONSE_MS } from "./support/httpCall.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { waitForPortalSessions } from "./support/waitForPortalSessions.ts";

let database: ExternalDatabase;
let receiver: WebhookReceiver;
beforeAll(async () => {
  database = await startDatabase();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await receiver.close();
  await database.stop();
});

/** Starts the portal from its sources in development, which reaches receivers on loopback. */
const start = () =>
  startPortal({
    environment: { DATABASE_URL: database.url, HEARBACK_DEV: "1", NODE_ENV: "development" },
    command: ["server/app/main.ts"],
  });

async function addWebhook(
  { port }: PortalProcess,
  { company, admin }: Community,
  event: string,
): Promise<void> {
  const { status, text } = await call({
    port,
    host: company.host,
    method: "POST",
    path: "/api/webhooks",
    cookie: admin.cookie,
    body: { name: "Receiver", url: `${receiver.url}/${String(company.id)}`, events: [event] },
  });
  expect([status, text]).toEqual([201, text]);
}

/** Adds a delivery job now, so that the test does not wait for the next full minute. */
const deliver = () => database.sql("select graphile_worker.add_job('deliverWebhooks')");

/** Ends the leases of a killed process and the waits after failures, as time would. */
const letTimePass = () =>
  database.sql(
    `update webhook_delivery set next_attempt_at = now() - interval '1 second'
     where next_attempt_at is not null`,
  );

const idsTo = ({ company }: Community) =>
  receiver.received
    .filter(({ path }) => path === `/${String(company.id)}`)
    .map(({ headers }) => String(headers["webhook-id"]));

const ROUNDS = 20;
const VOTES = 15;

test(
  `after ${String(ROUNDS)} kills of the portal, each vote has arrived with one id`,
  { timeout: LONG_TIMEOUT },
  async () => {
    const community = await createCommunity(database.sql, ROUNDS * VOTES);
    const { company, users, items } = community;
    receiver.answer = (response) => {
      const chance = Math.random();
      if (chance < 0.1) response.socket?.destroy();
      else setTimeout(() => response.writeHead(chance < 0.2 ? 500 : 204).end(), randomInt(0, 20));
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const portal = await start();
      if (round === 0) await addWebhook(portal, community, "vote.created");
      await deliver();
      // The portal's first request takes longer than the round.
      await call({ port: portal.port, host: company.host, path: "/api/portal" });
      const voters = users.slice(round * VOTES, (round + 1) * VOTES);
      const votes = voters.map(({ cookie }, index) =>
        call({
          port: portal.port,
          host: company.host,
          method: "POST",
          path: `/api/feedback/${String(items[index % items.length])}/vote`,
          cookie,
        }),
      );
      await sleep(randomInt(0, 600));
      await portal.kill();
      await Promise.all(votes);
      await waitForPortalSessions(database.sql);
      await letTimePass();
    }
    const portal = await start();
    try {
      receiver.answer = (response) => response.writeHead(204).end();
      const unfinished = async () => {
        await letTimePass();
        await deliver();
        return database.sql(
          `select 'activity' as what from activity where pending ? 'webhooks'
           union all select state from webhook_delivery where state <> 'sent'`,
        );
      };
      await expect.poll(unfinished, { timeout: 120_000, interval: 500 }).toEqual([]);
    } finally {
      await portal.kill();
    }
    const [stored] = await database.sql<{ votes: number; deliveries: string[] }>(
      `select (select count(*)::int from user_vote where company_id = $1) as votes,
         (select array_agg(event_key order by event_key) from webhook_delivery where company_id = $1)
           as deliveries`,
      [company.id],
    );
    const received = idsTo(community);
    console.log(
      `${String(ROUNDS)} kills: ${String(stored?.votes)} votes, ${String(received.length)} requests`,
    );
    expect(stored?.votes).toBeGreaterThan((ROUNDS * VOTES) / 4);
    expect(stored?.deliveries).toHaveLength(stored?.votes ?? 0);
    expect([...new Set(received)].toSorted()).toEqual(stored?.deliveries.toSorted());
    expect(received.length).toBeGreaterThan(stored?.votes ?? 0);
  },
);

const CHANGED = 10_000;

test(
  `${String(CHANGED)} items that are changed in bulk are as many events, and other companies are not slowed down`,
  { timeout: LONG_TIMEOUT },
  async () => {
    const busy = await createCommunity(database.sql, 1);
    const quiet = await createCommunity(database.sql, 200);
    receiver.answer = (response) => response.writeHead(204).end();
    const rows = await database.sql<{ id: string }>(
      `insert into feedback_item (company_id, board_id, title, description)
       select $1, $2, 'Item ' || n, 'What a visitor wants.' from generate_series(1, $3::int) n
       returning id`,
      [busy.company.id, busy.board.id, CHANGED],
    );
    const portal = await start();
    try {
      await addWebhook(portal, busy, "feedback.status_changed");
      await addWebhook(portal, quiet, "vote.created");
      const ids = rows.map(({ id }) => Number(id));
      const changes = (async () => {
        for (let from = 0; from < CHANGED; from += BULK_LIMIT) {
          const { status } = await call({
            port: portal.port,
            host: busy.company.host,
            method: "POST",
            path: "/api/feedback/bulk",
            cookie: busy.admin.cookie,
            body: { ids: ids.slice(from, from + BULK_LIMIT), changes: { status: "planned" } },
          });
          expect(status).toBe(200);
        }
      })();
      const times: number[] = [];
      for (const [index, { cookie }] of quiet.users.entries()) {
        const { status, ms } = await call({
          port: portal.port,
          host: quiet.company.host,
          method: "POST",
          path: `/api/feedback/${String(quiet.items[index % quiet.items.length])}/vote`,
          cookie,
        });
        expect(status).toBe(200);
        times.push(ms);
        await sleep(50);
      }
      await changes;
      // The quiet company's events do not wait for the busy company's.
      await expect.poll(() => idsTo(quiet).length, { timeout: 60_000 }).toBe(quiet.users.length);
      expect(new Set(idsTo(busy)).size).toBeLessThan(CHANGED);
      await expect
        .poll(() => new Set(idsTo(busy)).size, { timeout: 600_000, interval: 1_000 })
        .toBe(CHANGED);
      const sorted = times.toSorted((one, other) => one - other);
      const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
      console.log(`votes of the quiet company: 95 % within ${String(Math.round(p95))} ms`);
      expect(p95).toBeLessThan(MAX_RESPONSE_MS / 10);
    } finally {
      await portal.kill();
    }
  },
);
