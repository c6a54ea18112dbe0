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

/** Opens event streams of an anonymous visitor, a customer and an admin to both processes. */
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

/** Runs the jobs in one process, which publishes the events to all processes. */
const fanOut = () => runJobs(scenes.portal, undefined, scenes.portal.changes);

const bellsOf = (stream: TestStream) =>
  stream.changes().filter(({ kind }) => kind === "notifications").length;

test("when users are notified, their pages in every process get an event, and other pages do not", async () => {
  const [set, elsewhere] = [await scenes.scene(), await scenes.scene()];
  const { all } = await listenAsEveryone(set);
  const far = await listenAsEveryone(elsewhere);
  const voter = await newVoter(set);
  const mine = [await set.listenAs(voter), await set.listenAs(voter, { app: scenes.other })];
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  await fanOut();
  await untilReceived(mine, BELL);
  await scenes.publishPublicEvent(set, [...mine, ...all]);
  await scenes.publishPublicEvent(elsewhere, far.all);
  expect(mine.map(bellsOf)).toEqual([1, 1]);
  expect([...all, ...far.all].map(bellsOf)).toEqual(Array(12).fill(0));
});

test("when admins are notified about a private item, only pages of admins get an event", async () => {
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

test("a change of status that notifies nobody sends no event about notifications", async () => {
  const set = await scenes.scene();
  const { all } = await listenAsEveryone(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  await fanOut();
  await scenes.publishPublicEvent(set, all);
  expect(all.map(bellsOf)).toEqual(all.map(() => 0));
});

/** Creates a scene in which a voter has an unread notification. */
async function notifiedScene() {
  const set = await scenes.scene();
  const reader = await newVoter(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  // The job's changes are not published, because their events could arrive at streams that a test
  // opens later.
  await runJobs(scenes.portal);
  return { set, reader, asReader: scenes.portal.visitor(set.company.host, reader) };
}

test("marking notifications as read sends an event to the reader's own pages in every process, and to no other pages", async () => {
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

test("a page that reconnects gets the missed events of its own user and no events of other users", async () => {
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

test("after reconnecting, a notified user's page gets the event that it missed, and other pages do not", async () => {
  const set = await scenes.scene();
  const voter = await newVoter(set);
  await set.asAdmin.patch(itemPath(set.item), { status: "planned" });
  const since = (await set.listenAs()).lastId();
  await fanOut();
  const query = `?since=${since}`;
  for (const other of [undefined, await scenes.portal.user("user", set.company)])
    expect((await set.listenAs(other, { query })).text()).toMatch(NOTHING_MISSED);
  await untilReceived([await set.listenAs(voter, { query })], { kind: "anything" });
});

test("cached responses stay valid after users were notified and after a notification was read", async () => {
  const { set, asReader } = await notifiedScene();
  const anonymous = scenes.portal.visitor(set.company.host);
  const read = async () => (await anonymous.get("/api/feedback")).body[0].title;
  const rename = (title: string) =>
    scenes.portal.sql("update feedback_item set title = $2 where id = $1", [set.item.id, title]);
  scenes.portal.publish();
  await rename("Cached");
  // The portal caches a response only when it is requested a second time.
  for (let n = 0; n < 3; n += 1) expect(await read()).toBe("Cached");
  await rename("Not read");
  await asReader.post("/api/notifications/read", { all: true });
  scenes.portal.changes.publish({
    companyId: set.company.id,
    isPrivate: false,
    userIds: [1],
    events: [BELL],
  });
  expect(await read()).toBe("Cached");
  await vi.waitFor(async () => {
    scenes.portal.publish();
    expect(await read()).toBe("Not read");
  });
});
