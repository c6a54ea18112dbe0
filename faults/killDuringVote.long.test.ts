import { afterAll, beforeAll, expect, test } from "vitest";
import { createCommunity } from "./support/createCommunity.ts";
import type { Community } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { startPortal } from "./support/portalProcess.ts";
import { waitForPortalSessions } from "./support/waitForPortalSessions.ts";

/** The portal from its sources, with a further consumer of activities. */
const WITH_VOTE_CONSUMER = {
  node: ["--import", "./faults/support/voteConsumer.ts"],
  command: ["server/app/main.ts"],
};

let database: ExternalDatabase;
let community: Community;
beforeAll(async () => {
  database = await startDatabase();
  community = await createCommunity(database.sql, 2);
});
afterAll(() => database.stop());

/** Sends a user's vote for an item to a portal, and then kills the portal. */
async function voteAndKill(environment: Record<string, string>, index: number) {
  const { company, users, items } = community;
  const portal = await startPortal({
    ...WITH_VOTE_CONSUMER,
    environment: { DATABASE_URL: database.url, ...environment },
  });
  const { status } = await call({
    port: portal.port,
    host: company.host,
    method: "POST",
    path: `/api/feedback/${String(items[index])}/vote`,
    cookie: users[index]?.cookie ?? "",
  });
  await portal.kill();
  await waitForPortalSessions(database.sql);
  const [stored] = await database.sql<{ counted: number; votes: number; activities: number }>(
    `select f.votes as counted,
       (select count(*)::int from user_vote v where v.feedback_id = f.id) as votes,
       (select count(*)::int from activity a where a.feedback_id = f.id) as activities
     from feedback_item f where f.id = $1`,
    [items[index]],
  );
  return { status, ...stored };
}

test("if the portal is killed before a vote and its activity are committed, neither of them is stored", async () => {
  const killed = await voteAndKill({ KILLED_AT_VOTE: "1" }, 0);
  expect(killed).toEqual({ status: 0, counted: 0, votes: 0, activities: 0 });
});

test("if the portal is killed after it has acknowledged a vote, the vote and its activity are stored", async () => {
  const acknowledged = await voteAndKill({}, 1);
  expect(acknowledged).toEqual({ status: 200, counted: 1, votes: 1, activities: 1 });
});
