import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_BOARDS } from "#contract/boards.ts";
import { withOpenTransaction } from "#server/checks/fixtures/openTransaction.ts";
import type { Community } from "./support/createCommunity.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import type { Call, Outcome } from "./support/httpCall.ts";
import { call } from "./support/httpCall.ts";
import { countStatus } from "./support/listUnacceptable.ts";
import { startImport } from "./support/startImport.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";

/** Number of rounds of the quiet company's requests during each test. */
const ROUNDS = 500;

/** Number of large boards that each test deletes, and number of items on each of these boards. */
const BOARDS = 8;
const ITEMS = 600;

let database: ExternalDatabase;
let portal: PortalProcess;
let noisy: Community;
let quiet: Community;
beforeAll(async () => {
  database = await startDatabase();
  portal = await startPortal({
    environment: {
      DATABASE_URL: database.url,
      TRUST_PROXY: "1",
      // Enough for the quiet company's boards. The noisy company gets 409 from then on.
      QUOTA_BOARDS: String(MAX_BOARDS),
    },
  });
  noisy = await createCommunity(database.sql, 5);
  quiet = await createCommunity(database.sql, 5);
}, 120_000);
afterAll(async () => {
  await portal.stop();
  await database.stop();
});

async function createLargeBoards(): Promise<number[]> {
  const boards = await database.sql<{ id: string }>(
    `insert into board (company_id, name, slug)
     select $1, 'Large ' || n, gen_random_uuid() from generate_series(1, $2::int) n returning id`,
    [noisy.company.id, BOARDS],
  );
  const ids = boards.map(({ id }) => Number(id));
  await database.sql(
    `insert into feedback_item (company_id, board_id, title, description)
     select $1, board_id, 'Item ' || n, 'What a visitor wants.'
     from unnest($2::bigint[]) board_id, generate_series(1, $3::int) n`,
    [noisy.company.id, ids, ITEMS],
  );
  return ids;
}

let serial = 0;
/** Returns a text that makes a URL or a name unique. */
const unique = () => String((serial += 1));

type Request = Pick<Call, "path" | "method" | "cookie" | "body" | "contentType">;

function send({ company }: Community, address: string, request: Request): Promise<Outcome> {
  return call({ port: portal.port, host: company.host, address, ...request });
}

function deleteBoard(id: number | undefined): Promise<Outcome> {
  const path = `/api/boards/${String(id)}`;
  return send(noisy, "203.0.113.1", { method: "DELETE", path, cookie: noisy.admin.cookie });
}

/** Number of rows of the noisy company's import. */
const IMPORTED = 100_000;

/**
 * Deletes each of the boards once. At the same time, sends all other kinds of requests of the noisy
 * company's admin and visitors, and repeats them until the signal.
 * @returns the outcomes, after the last request has ended
 */
async function makeNoise(boardIds: number[], signal: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const { cookie } = noisy.admin;
  const noise = (request: Request) => send(noisy, "203.0.113.1", request);
  const repeat = (count: number, request: () => Request) =>
    Array.from({ length: count }, async () => {
      while (!signal.aborted) {
        const outcome = await noise(request());
        outcomes.push(outcome);
        if ([409, 429, 503].includes(outcome.status)) await sleep(100);
      }
    });
  const deletions = boardIds.map(async (id) => {
    outcomes.push(await deleteBoard(id));
  });
  const log = `/api/company/${String(noisy.company.id)}/audit-log.csv`;
  await Promise.all([
    ...deletions,
    ...repeat(4, () => ({ method: "POST", path: "/api/exports", cookie })),
    ...repeat(4, () => ({ path: `${log}?n=${unique()}`, cookie })),
    ...repeat(25, () => {
      const slug = `board-${unique()}`;
      return { method: "POST", path: "/api/boards", cookie, body: { name: slug, slug } };
    }),
    ...repeat(8, () => ({ path: `/api/feedback?search=item&n=${unique()}` })),
    ...repeat(10, () => ({ path: `/api/feedback?n=${unique()}` })),
    ...repeat(15, () => ({ path: `/feedback?n=${unique()}` })),
  ]);
  return outcomes;
}

/**
 * Sends the quiet company's requests: reads, pages, a vote, a comment and, in every second round, a
 * new board. Searches are left out, because on a slow machine a search may fail after a second.
 */
async function sendQuietRequests(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = quiet.users[round % quiet.users.length];
    const item = String(quiet.items[round % quiet.items.length]);
    const { cookie } = user ?? quiet.admin;
    const slug = `quiet-${unique()}`;
    const requests: Request[] = [
      { path: `/api/feedback?n=${unique()}` },
      { path: `/feedback?n=${unique()}` },
      { path: `/feedback/${item}`, cookie },
      { method: "POST", path: `/api/feedback/${item}/vote`, cookie },
      { method: "POST", path: `/api/feedback/${item}/comments`, cookie, body: { content: slug } },
    ];
    if (round % 2 === 0) {
      const body = { name: slug, slug };
      requests.push({ method: "POST", path: "/api/boards", cookie: quiet.admin.cookie, body });
    }
    for (const request of requests) outcomes.push(await send(quiet, "198.51.100.1", request));
  }
  return outcomes;
}

/** Returns outcomes whose status is neither a success nor `accepted`, one line each. */
const listFailures = (outcomes: readonly Outcome[], accepted: readonly number[] = []) =>
  outcomes
    .filter(({ status }) => (status < 200 || status >= 300) && !accepted.includes(status))
    .map(({ status, text, failure = "" }) => `${String(status)} ${failure} ${text.slice(0, 100)}`);

/**
 * Sends the quiet company's requests during the noise. The noise ends after the last of these
 * requests.
 */
async function compare(): Promise<{ failures: string[]; noise: Promise<Outcome[]> }> {
  const over = new AbortController();
  const noise = makeNoise(await createLargeBoards(), over.signal);
  const outcomes = await sendQuietRequests().finally(() => over.abort());
  return { failures: listFailures(outcomes), noise };
}

const timeout = 1_200_000;

test(
  "while one company imports a file and sends as many writes, deletions, searches, reads and exports as it can, every request of another company succeeds",
  { timeout },
  async () => {
    await startImport((request) => send(noisy, "203.0.113.1", request), noisy, IMPORTED);
    const { failures, noise } = await compare();
    expect(failures).toEqual([]);
    const outcomes = await noise;
    expect(countStatus(outcomes, 201)).toBeGreaterThan(0);
    // The noisy company's own requests may get 503. Its boards and exports are limited (409 and 429).
    expect(listFailures(outcomes, [409, 429, 503])).toEqual([]);
  },
);

test(
  "while a lock blocks one company's deletions and writes, every request of another company succeeds",
  { timeout },
  async () => {
    const text = "select from company where id = $1 for no key update";
    const held = { text, values: [noisy.company.id] };
    const { failures, noise } = await withOpenTransaction(
      { connectionString: database.url },
      held,
      compare,
    );
    expect(failures).toEqual([]);
    await noise;
    // The blocked requests got 503. After the release of the lock, deletions succeed.
    const [id] = await createLargeBoards();
    expect((await deleteBoard(id)).status).toBe(204);
  },
);
