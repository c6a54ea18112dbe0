import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import type { MailServer } from "#server/checks/fixtures/mailServer.ts";
import { startMailServer } from "#server/checks/fixtures/mailServer.ts";
import { LONG_TIMEOUT, bySize } from "#server/checks/fixtures/testSize.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { Community } from "./support/createCommunity.ts";
import { makeDataFolder, removeDataFolder } from "./support/dataFolder.ts";
import { ownerSql } from "./support/ownerSql.ts";
import { startPortal } from "./support/portalProcess.ts";
import { waitForPortalSessions } from "./support/waitForPortalSessions.ts";

const dataDir = makeDataFolder();
const sql = ownerSql(() => findRunningEmbedded(dataDir) ?? "");
let server: MailServer;
let environment: Record<string, string>;
let community: Community;

beforeAll(async () => {
  server = await startMailServer();
  // Some kills must happen after the server has received a mail and before the server responds.
  server.delayMs = 5;
  environment = {
    DATA_DIR: dataDir,
    SMTP_URL: server.url,
    MAIL_FROM: "Hearback <portal@mail.example>",
    MAIL_RATE: "1000000",
  };
  const portal = await startPortal({ environment });
  community = await createCommunity(sql, 1);
  await portal.kill();
});
afterAll(async () => {
  await server.close();
  removeDataFolder(dataDir);
});

const ROUNDS = bySize(20, 200);

/**
 * Number of accounts that are notified before each kill. Each account gets one mail in the test.
 */
const PER_ROUND = 12;

/** The largest number of mails that a process sends at the same time. */
const IN_FLIGHT = 3;

/** Notifies new accounts, which follow the item, of a change of status. */
async function notify(): Promise<void> {
  await sql(
    `with added as (
       insert into activity (company_id, feedback_id, kind, origin, data)
       values ($1, $2, 'status_changed', 'http://localhost',
         '{"fromStatus":"new","toStatus":"planned","note":"Soon","isSilent":false}')
       returning id
     ), accounts as (
       insert into user_account
         (username, password_hash, full_name, role, home_company_id, confirmed_at)
       select 'reader-' || gen_random_uuid() || '@example.com', 'none', 'Reader', 'user', $1, now()
       from generate_series(1, $3) returning id
     ), followers as (
       insert into follow (company_id, feedback_id, user_id, level)
       select $1, $2, id, 'status' from accounts
     )
     insert into notification
       (company_id, user_id, activity_id, feedback_id, reason, mail, mail_pace, mail_due_at)
     select $1, accounts.id, added.id, $2, 'followed', 'due', 'immediate', now() from accounts, added`,
    [community.company.id, community.items[0], PER_ROUND],
  );
}

/** Adds a delivery job now, so that the test does not wait for the next full minute. */
const deliver = () => sql("select graphile_worker.add_job('deliverMails')");

/** Ends the leases of the killed process, as if a minute had passed. Returns how many it ended. */
async function endLeases(): Promise<number> {
  const rows = await sql(
    "update mail_delivery set next_attempt_at = now() where state = 'sending' returning id",
  );
  return rows.length;
}

test(
  `after each of ${String(ROUNDS)} kills of the portal, every notification mail arrives, and repeated mails are at most one per interrupted delivery and have the same Message-ID`,
  { timeout: 2 * LONG_TIMEOUT },
  async () => {
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const portal = await startPortal({ environment });
      try {
        await notify();
        const before = server.received.length;
        await deliver();
        const after = before + randomInt(1, PER_ROUND);
        await vi.waitUntil(() => server.received.length >= after, {
          timeout: 60_000,
          interval: 2,
        });
        await sleep(randomInt(0, 10));
      } finally {
        await portal.kill();
      }
      await waitForPortalSessions(sql);
      interrupted += await endLeases();
    }
    const portal = await startPortal({ environment });
    try {
      await deliver();
      const unsent = () =>
        sql(
          `select mail as state, null as response from notification where mail = 'due'
           union all select state, response from mail_delivery where state <> 'sent'`,
        );
      await expect.poll(unsent, { timeout: 60_000, interval: 200 }).toEqual([]);
    } finally {
      await portal.kill();
    }
    const idsByReader = new Map<string, Set<string>>();
    for (const { messageId = "", to = [] } of server.mails) {
      const reader = to[0]?.address ?? "";
      idsByReader.set(reader, (idsByReader.get(reader) ?? new Set()).add(messageId));
    }
    expect(idsByReader.size).toBe(ROUNDS * PER_ROUND);
    expect([...idsByReader.values()].filter(({ size }) => size !== 1)).toEqual([]);
    const repeated = server.mails.length - idsByReader.size;
    console.log(
      `${String(ROUNDS)} kills: ${String(idsByReader.size)} mails, ${String(interrupted)} interrupted, ${String(repeated)} sent once more`,
    );
    expect(repeated).toBeLessThanOrEqual(Math.min(interrupted, ROUNDS * IN_FLIGHT));
    // Otherwise, no kill happened in the middle of a delivery, and the test would prove nothing.
    expect(interrupted).toBeGreaterThan(0);
  },
);
