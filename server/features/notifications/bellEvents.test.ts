import { beforeAll, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import type { LiveScene, LiveScenes } from "#server/checks/fixtures/liveScene.ts";
import { itemPath, startLiveScenes, untilReceived } from "#server/checks/fixtures/liveScene.ts";
import type { TestStream } from "#server/checks/fixtures/openStream.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";

const BELL: LiveEvent = { kind: "notifications" };
const NOTHING_MISSED = /^retry: .+\nevent: ready\nid: .+\ndata: 1\n\n$/;

let scenes: LiveScenes;
beforeAll(async () => {
  scenes = await startLiveScenes();
});

/** Opens streams of an anonymous visitor, a customer and an admin to both processes. */
async function listenAsEveryone(set: LiveScene) {
  const { visitors, admins } = await set.audience();
  const [anonymous, customer] = [visitors.slice(0, 2), visitors.slice(2)];
  return { anonymous, customer, admins, all: [...visitors, ...admins] };
}

/** Creates a user who has voted for the item. */
async function newVoter({ company, item }: LiveScene) {
  const voter = await scenes.portal.user("user", company);
  await scenes.portal.visitor(company.host, voter).post(itemPath(item, "/vote"));
  return voter;
}

/** Lets the jobs of one process run, which publishes to all processes. */
const fanOut = () => runJobs(scenes.portal, undefined, scenes.portal.changes);

const bellsOf = (stream: TestStream) =>
  stream.changes().filter(({ kind }) => kind === "notifications").length;

test("after a fan-out, all signed-in users of the portal get an event, and anonymous visitors do not", async () => {
  const [set, elsewhere] = [await scenes.scene(), await scenes.scene()];
  const { anonymous, customer, admins, all } = await listenAsEveryone(set);
  const far = await listenAsEveryone(elsewhere);
  await newVoter(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  await fanOut();
  await untilReceived([...customer, ...admins], BELL);
  await scenes.publishPublicEvent(set, all);
  await scenes.publishPublicEvent(elsewhere, far.all);
  expect([...anonymous, ...far.all].map(bellsOf)).toEqual(Array(8).fill(0));
});

test("after a fan-out about a private item, only admins get an event", async () => {
  const set = await scenes.scene();
  const { anonymous, customer, admins, all } = await listenAsEveryone(set);
  const another = await scenes.portal.user("company_admin", set.company);
  await scenes.portal
    .visitor(set.company.host, another)
    .post(itemPath(set.secretItem, "/comments"), { content: "Well" });
  await fanOut();
  await untilReceived(admins, BELL);
  await scenes.publishPublicEvent(set, all);
  expect([...anonymous, ...customer].map(bellsOf)).toEqual([0, 0, 0, 0]);
});

test("a fan-out that told nobody sends no event", async () => {
  const set = await scenes.scene();
  const { all } = await listenAsEveryone(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  await fanOut();
  await scenes.publishPublicEvent(set, all);
  expect(all.map(bellsOf)).toEqual(all.map(() => 0));
});

/** A set in which a voter has an unread notification. */
async function notifiedScene() {
  const set = await scenes.scene();
  const reader = await newVoter(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  // Nothing is published, because its event could arrive at streams that are opened afterwards.
  await runJobs(scenes.portal);
  return { set, reader, asReader: scenes.portal.visitor(set.company.host, reader) };
}

test("after marking notifications as read, only the reader's own pages get an event, in any process", async () => {
  const { set, reader, asReader } = await notifiedScene();
  const { all } = await listenAsEveryone(set);
  const mine = [await set.listenAs(reader), await set.listenAs(reader, { app: scenes.other })];
  await asReader.post("/api/notifications/read", { all: true });
  await untilReceived(mine, BELL);
  await asReader.post("/api/notifications/read", { all: true });
  await scenes.publishPublicEvent(set, [...mine, ...all]);
  expect(all.map(bellsOf)).toEqual(all.map(() => 0));
  expect(mine.map(bellsOf)).toEqual([1, 1]);
});

test("a page that reconnects learns what its own user missed, and nothing of other users", async () => {
  const { set, reader, asReader } = await notifiedScene();
  const other = await scenes.portal.user("user", set.company);
  const users = [undefined, other, reader];
  const [anonymous, others, mine] = await Promise.all(
    users.map(async (user) => (await set.listenAs(user)).lastId()),
  );
  await asReader.post("/api/notifications/read", { all: true });
  const again = async (user: { cookie: string } | undefined, since = "") =>
    set.listenAs(user, { query: `?since=${since}` });
  expect((await again(undefined, anonymous)).text()).toMatch(NOTHING_MISSED);
  expect((await again(other, others)).text()).toMatch(NOTHING_MISSED);
  await untilReceived([await again(reader, mine)], { kind: "anything" });
});

test("an anonymous page that reconnects does not learn of a fan-out, and a signed-in one does", async () => {
  const set = await scenes.scene();
  const voter = await newVoter(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  const since = (await set.listenAs()).lastId();
  await fanOut();
  const query = `?since=${since}`;
  expect((await set.listenAs(undefined, { query })).text()).toMatch(NOTHING_MISSED);
  await untilReceived([await set.listenAs(voter, { query })], { kind: "anything" });
});

test("neither a fan-out nor reading a notification invalidates cached responses", async () => {
  const { set, asReader } = await notifiedScene();
  const anonymous = scenes.portal.visitor(set.company.host);
  const read = async () => (await anonymous.get("/api/feedback")).body[0].title;
  const rename = (title: string) =>
    scenes.portal.sql("update feedback_item set title = $2 where id = $1", [set.item.id, title]);
  scenes.portal.publish();
  await rename("Cached");
  // A response is cached when it is requested a second time.
  for (let n = 0; n < 3; n += 1) expect(await read()).toBe("Cached");
  await rename("Not read");
  await asReader.post("/api/notifications/read", { all: true });
  scenes.portal.changes.publish({
    companyId: set.company.id,
    isPrivate: false,
    userId: "any",
    events: [BELL],
  });
  expect(await read()).toBe("Cached");
  await vi.waitFor(async () => {
    scenes.portal.publish();
    expect(await read()).toBe("Not read");
  });
});
