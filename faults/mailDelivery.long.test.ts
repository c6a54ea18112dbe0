import { createHash, randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { MailReaction, MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { Community } from "./support/createCommunity.ts";
import { call } from "./support/httpCall.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import type { Sql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { waitForPortalSessions } from "./support/waitForPortalSessions.ts";

let server: MailServer;
/** Only portals are killed, so the database of this process serves all of them. */
let database: ExternalDatabase;
let sql: Sql;
let environment: Record<string, string>;
let community: Community;

beforeAll(async () => {
  database = await startDatabase();
  ({ sql } = database);
  server = await startMailServer();
  // The delay makes it likely that some kills happen after the server has received a mail and
  // before it responds.
  server.delayMs = 5;
  environment = {
    DATABASE_URL: database.url,
    SMTP_URL: server.url,
    MAIL_FROM: "Hearback <portal@mail.example>",
    MAIL_RATE: "1000000",
    NOTIFY_DELAY: "0",
  };
  community = await createCommunity(sql, 1);
  await addSilentAccounts();
});
afterAll(async () => {
  await server.close();
  await database.stop();
});

const ROUNDS = 200;

/** Number of accounts that get a mail about the item of a round. */
const READERS = 12;

/**
 * Number of additional followers of every second item. These followers want no mails. They prolong
 * the fan-out, so that kills can happen during the fan-out.
 */
const SILENT = 1_100;

/** The maximum number of mails that a process sends at the same time. */
const IN_FLIGHT = 3;

/** Milliseconds after which the portal of a round is killed, even if few mails have arrived. */
const LONGEST_ROUND_MS = 1_000;

const SEED = 16;

/** Returns the next number of a sequence of numbers from 0 to 1 that depends only on `SEED`. */
const nextRandom = (() => {
  let n = 0;
  return () => {
    const digest = createHash("sha256")
      .update(`${String(SEED)} ${String((n += 1))}`)
      .digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
})();

/** The reactions from which one is chosen at random for each mail. Undefined accepts the mail. */
const REACTIONS: readonly (MailReaction | undefined)[] = [
  "451 4.3.0 Later",
  "421 4.3.2 Closing the connection",
  "554 5.6.0 No",
  "hangs",
  "dies",
  "diesAfter",
  ...Array.from({ length: 14 }, () => undefined),
];

/** E-mail addresses that got a permanent refusal, and the number of mails without a response. */
const refused = new Set<string>();
let withoutResponse = 0;

function reactAtRandom(address: string): MailReaction | undefined {
  const reaction = REACTIONS[Math.floor(nextRandom() * REACTIONS.length)];
  if (reaction?.startsWith("554")) refused.add(address);
  if (reaction === "hangs" || reaction?.startsWith("dies")) withoutResponse += 1;
  return reaction;
}

/** SQL that creates `$3` accounts of the company `$1` with the pace of mails `$2`. */
const ADD_ACCOUNTS = `insert into user_account
    (username, password_hash, full_name, role, home_company_id, confirmed_at, email_pace)
  select 'reader-' || gen_random_uuid() || '@example.com', 'none', 'Reader', 'user', $1, now(), $2
  from generate_series(1, $3::int) returning id`;

/** Creates the accounts that want no mails. */
const addSilentAccounts = () => sql(ADD_ACCOUNTS, [community.company.id, "off", SILENT]);

/**
 * Creates an item with new followers, and with the accounts that want no mails if `isSlow`. Returns
 * its id.
 */
async function addFollowedItem(isSlow: boolean): Promise<number> {
  const { company, board } = community;
  const { id } = await createFactories(sql).item(board);
  await sql(
    `with reader as (${ADD_ACCOUNTS})
     insert into follow (company_id, feedback_id, user_id, level)
     select $1, $4::bigint, id, 'status' from reader
     union all select $1, $4, id, 'status' from user_account where email_pace = 'off' and $5::boolean`,
    [company.id, "immediate", READERS, id, isSlow],
  );
  return id;
}

/** Sets an item to the status `planned`, as an admin does. */
async function plan({ port }: PortalProcess, itemId: number): Promise<void> {
  const { company, admin } = community;
  const { status } = await call({
    port,
    host: company.host,
    method: "PATCH",
    path: `/api/feedback/${String(itemId)}`,
    body: { status: "planned", note: "Soon" },
    cookie: admin.cookie,
  });
  expect(status).toBe(200);
}

/** Adds a delivery job now, so that the test does not wait for the next full minute. */
const deliver = () => sql("select graphile_worker.add_job('deliverMails')");

/**
 * Delivers mails until the mail server has received this many more mails, but for at most
 * `LONGEST_ROUND_MS`.
 */
async function untilReceived(mails: number): Promise<void> {
  const end = Date.now() + LONGEST_ROUND_MS;
  const wanted = server.received.length + mails;
  while (server.received.length < wanted && Date.now() < end) {
    await deliver();
    await sleep(50);
  }
}

/** Number of deliveries and of fan-outs that a kill has interrupted. */
const interrupted = { deliveries: 0, fanOuts: 0 };

/**
 * Simulates that time has passed: ends the waits of mails, and resets the counts of mails per
 * address. Without the reset, a mail that several kills interrupt would reach
 * the limit of its address and be postponed by up to a day.
 */
async function letTimePass(): Promise<void> {
  await sql("delete from throttle");
  await sql("update mail_delivery set next_attempt_at = now() where state = 'deferred'");
  const waiting = await sql("select from activity where pending <> '{}'");
  interrupted.fanOuts += waiting.length;
}

/** Ends the leases of the killed process, as time would. */
async function endLeases(): Promise<void> {
  const leased = await sql(
    "update mail_delivery set next_attempt_at = now() where state = 'sending' returning id",
  );
  interrupted.deliveries += leased.length;
}

/**
 * Simulates the passing of time and delivers mails until every notification and mail has its final
 * state. The leases of the running process stay, because a mail that it is sending would otherwise
 * be sent again and again.
 */
async function finishAll(): Promise<void> {
  const unfinished = async () => {
    await letTimePass();
    await deliver();
    return sql(
      `select pending::text as state from activity where pending <> '{}'
       union all select mail from notification where mail = 'due'
       union all select state from mail_delivery where state in ('sending', 'deferred')`,
    );
  };
  const timeout = 600_000;
  await expect.poll(unfinished, { timeout, interval: 500 }).toEqual([]);
}

/** Returns the Message-IDs of the mails that each account has received. */
function receivedIds(): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { messageId = "", to = [] } of server.mails) {
    const reader = to[0]?.address ?? "";
    ids.set(reader, [...(ids.get(reader) ?? []), messageId]);
  }
  return ids;
}

test(
  `after ${String(ROUNDS)} kills of the portal, every follower is notified once, and every mail is delivered or recorded as failed`,
  { timeout: 2 * LONG_TIMEOUT },
  async () => {
    server.reactionTo = reactAtRandom;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Even rounds kill the portal during the fan-out, odd rounds during the delivery.
      const isFanOut = round % 2 === 0;
      const itemId = await addFollowedItem(isFanOut);
      const portal = await startPortal({ environment });
      try {
        await plan(portal, itemId);
        if (isFanOut) await sleep(randomInt(0, 300));
        else await untilReceived(randomInt(1, READERS));
        await sleep(randomInt(0, 10));
      } finally {
        await portal.kill();
      }
      await waitForPortalSessions(sql);
      await endLeases();
      await letTimePass();
    }
    const kills = { ...interrupted };
    server.reactionTo = () => undefined;
    const portal = await startPortal({ environment });
    try {
      await finishAll();
    } finally {
      await portal.kill();
    }

    const notified = await sql<{ notified: number; mails: number }>(
      `select count(*)::int as notified, count(*) filter (where mail = 'mailed')::int as mails
       from notification group by feedback_id order by feedback_id`,
    );
    expect(notified).toEqual(
      Array.from({ length: ROUNDS }, (_, round) => ({
        notified: READERS + (round % 2 === 0 ? SILENT : 0),
        mails: READERS,
      })),
    );
    const failed = await sql<{ username: string; response: string }>(
      `select username, response from mail_delivery d join user_account u on u.id = d.user_id
       where state <> 'sent'`,
    );
    const unexpected = failed.filter(
      ({ username, response }) => !refused.has(username) && !response.includes("may have arrived"),
    );
    expect(unexpected).toEqual([]);
    const ids = receivedIds();
    const missing = ROUNDS * READERS - ids.size;
    expect(missing).toBeLessThanOrEqual(failed.length);
    expect([...ids.values()].filter((copies) => new Set(copies).size !== 1)).toEqual([]);
    const repeated = server.mails.length - ids.size;
    console.log(
      `${String(ROUNDS)} kills: ${String(kills.fanOuts)} fan-outs and ${String(kills.deliveries)} mails interrupted, ${String(withoutResponse)} mails without a response, ${String(failed.length)} failed, ${String(repeated)} sent once more`,
    );
    expect(repeated).toBeLessThanOrEqual(
      Math.min(kills.deliveries, ROUNDS * IN_FLIGHT) + withoutResponse,
    );
    // At least one kill of each kind must interrupt the work. Otherwise the test would prove
    // nothing.
    expect(kills.fanOuts).toBeGreaterThan(0);
    expect(kills.deliveries).toBeGreaterThan(0);
  },
);
