import { beforeAll, expect, test } from "vitest";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import {
  withOpenTransaction,
  waitForBlockedSessions,
} from "#server/checks/fixtures/openTransaction.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

test("requests that wait too long for a lock get a 503, and another company's request is served meanwhile", async () => {
  const [company, next] = [await portal.company(), await portal.company()];
  const { id } = await portal.item(await portal.board(company));
  const held = { text: "select from feedback_item where id = $1 for update", values: [id] };
  const voters: TestUser[] = [];
  for (let n = 0; n < 6; n += 1) voters.push(await portal.user("user", company));
  const neighbour = portal.visitor(next.host, await portal.user("user", next));
  const path = `/api/feedback/${String(id)}/vote`;
  const replies = await withOpenTransaction(portal, held, async () => {
    const votes = voters.map((voter) => portal.visitor(company.host, voter).post(path));
    await waitForBlockedSessions(portal, 6);
    return Promise.all([neighbour.get("/api/feedback"), ...votes]);
  });
  expect(replies.map(({ status }) => status)).toEqual([200, ...voters.map(() => 503)]);
  expect(replies.at(-1)?.headers["retry-after"]).toBe("2");
  const [voter] = voters;
  expect((await portal.visitor(company.host, voter).post(path)).body).toMatchObject({ votes: 1 });
}, 30_000);

test("a locked session row does not delay a request that only updates the session's last use", async () => {
  const user = await portal.user("user", await portal.company());
  const visitor = portal.visitor("localhost", user);
  const recentUse =
    "select 1 from session where user_id = $1 and last_seen_at > now() - interval '1 minute'";
  await portal.sql(
    "update session set last_seen_at = now() - interval '10 minutes' where user_id = $1",
    [user.id],
  );
  const held = { text: "select from session where user_id = $1 for update", values: [user.id] };
  const before = Date.now();
  const reply = await withOpenTransaction(portal, held, () => visitor.get("/api/user"));
  expect(reply.status).toBe(200);
  // A request that waited for the locked row would take at least 2.4 s.
  expect(Date.now() - before).toBeLessThan(2_400);
  expect(await portal.sql(recentUse, [user.id])).toEqual([]);
  await visitor.get("/api/user");
  expect(await portal.sql(recentUse, [user.id])).toHaveLength(1);
}, 30_000);
