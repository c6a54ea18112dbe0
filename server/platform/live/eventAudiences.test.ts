import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import { listen } from "#server/checks/fixtures/listen.ts";
import type { TestStream } from "#server/checks/fixtures/openStream.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let other: TestApp;
const ports = new Map<TestApp, number>();
const opened: TestStream[] = [];
beforeAll(async () => {
  portal = await startTestPortal();
  other = await portal.anotherApp();
  for (const app of [portal, other]) ports.set(app, await listen(app));
});
afterAll(() => {
  for (const stream of opened) stream.close();
});

/** A portal with a public and a private board, and its users. */
async function scene() {
  const company = await portal.company();
  const [open, secret, admin, customer, voter] = await Promise.all([
    portal.board(company),
    portal.board(company, { isPrivate: true }),
    portal.user("company_admin", company),
    portal.user("user", company),
    portal.user("user", company),
  ]);
  const [item, secretItem] = await Promise.all([portal.item(open), portal.item(secret)]);
  const listenAs = async (user?: { cookie: string }, app: TestApp = portal) => {
    const stream = await openStream({
      port: ports.get(app) ?? 0,
      host: company.host,
      cookie: user?.cookie,
    });
    opened.push(stream);
    expect(stream.status).toBe(200);
    return stream;
  };
  return {
    company,
    open,
    secret,
    item,
    secretItem,
    admin,
    voter,
    listenAs,
    /** Streams of an anonymous visitor, a customer and an admin, each at both processes. */
    audience: async () => {
      const each = (user?: { cookie: string }) =>
        Promise.all([listenAs(user), listenAs(user, other)]);
      return {
        visitors: [...(await each()), ...(await each(customer))],
        admins: await each(admin),
      };
    },
    asAdmin: portal.visitor(company.host, admin),
    asVoter: portal.visitor(company.host, voter),
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const path = (item: { id: number }, rest = "") => `/api/feedback/${String(item.id)}${rest}`;

async function until(streams: readonly TestStream[], event: LiveEvent): Promise<void> {
  await vi.waitFor(() => {
    for (const stream of streams) expect(stream.changes()).toContainEqual(event);
  }, 5_000);
}

/** Publishes an event that everyone receives. Earlier events have arrived when it resolves. */
async function publishPublicEvent(
  { item, open, asVoter }: Scene,
  streams: readonly TestStream[],
): Promise<LiveEvent> {
  const { body } = await asVoter.post(path(item, "/vote"));
  const said: LiveEvent = {
    kind: "vote",
    feedbackId: item.id,
    boardId: open.id,
    votes: body.votes,
  };
  await until(streams, said);
  return said;
}

describe("events that all viewers of a portal receive, at any process", () => {
  test("a new stream sends its headers and a ready event", async () => {
    const { listenAs } = await scene();
    const { headers, text } = await listenAs();
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(headers["content-encoding"]).toBeUndefined();
    expect(text()).toMatch(/^retry: \d{4}\nevent: ready\nid: \S+\ndata: 1\n\n$/);
  });

  const publicEvents: [what: string, act: (set: Scene) => Promise<LiveEvent>][] = [
    [
      "a vote, with the new count",
      async ({ asVoter, item, open }) => {
        await asVoter.post(path(item, "/vote"));
        return { kind: "vote", feedbackId: item.id, boardId: open.id, votes: 1 };
      },
    ],
    [
      "a comment, with the new count",
      async ({ asVoter, item, open }) => {
        await asVoter.post(path(item, "/comments"), { content: "Well" });
        return { kind: "comment", feedbackId: item.id, boardId: open.id, commentsCount: 1 };
      },
    ],
    [
      "the deletion of a comment",
      async ({ asVoter, item, open }) => {
        const { body } = await asVoter.post(path(item, "/comments"), { content: "Well" });
        await asVoter.delete(path(item, `/comments/${String(body.id)}`));
        return { kind: "comment", feedbackId: item.id, boardId: open.id, commentsCount: null };
      },
    ],
    [
      "a new item",
      async ({ asVoter, open }) => {
        const { body } = await asVoter.post("/api/feedback", {
          title: "T",
          description: "D",
          boardId: open.id,
        });
        return { kind: "item", feedbackId: body.id, boardId: open.id };
      },
    ],
    [
      "that an item has changed",
      async ({ asAdmin, item, open }) => {
        await asAdmin.patch(path(item), { title: "Changed" });
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "the deletion of an item",
      async ({ asAdmin, item, open }) => {
        await asAdmin.delete(path(item));
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "a change of status",
      async ({ asAdmin, item, open }) => {
        await asAdmin.patch(path(item), { status: "planned" });
        return { kind: "status", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "an item event when an item moves to a private board",
      async ({ asAdmin, item, open, secret }) => {
        await asAdmin.patch(path(item), { boardId: secret.id });
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "an item event when an item comes from a private board",
      async ({ asAdmin, secretItem, open }) => {
        await asAdmin.patch(path(secretItem), { boardId: open.id });
        return { kind: "item", feedbackId: secretItem.id, boardId: open.id };
      },
    ],
    [
      "a change of boards",
      async ({ asAdmin, open }) => {
        await asAdmin.patch(`/api/boards/${String(open.id)}`, { name: "Renamed" });
        return { kind: "boards" };
      },
    ],
    [
      "an anything event when a board becomes private",
      async ({ asAdmin, open }) => {
        await asAdmin.patch(`/api/boards/${String(open.id)}`, { isPrivate: true });
        return { kind: "anything" };
      },
    ],
    [
      "an anything event when a board becomes public",
      async ({ asAdmin, secret }) => {
        await asAdmin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: false });
        return { kind: "anything" };
      },
    ],
    [
      "an anything event when a board is deleted",
      async ({ asAdmin, open }) => {
        await asAdmin.delete(`/api/boards/${String(open.id)}`);
        return { kind: "anything" };
      },
    ],
    [
      "a change of categories",
      async ({ asAdmin }) => {
        await asAdmin.post("/api/categories", { name: "New" });
        return { kind: "categories" };
      },
    ],
  ];
  test.concurrent.each(publicEvents)("all streams of a portal receive %s", async (_, act) => {
    const set = await scene();
    const { visitors, admins } = await set.audience();
    await until([...visitors, ...admins], await act(set));
  });

  test("a stream receives no events of another portal", async () => {
    const [here, there] = [await scene(), await scene()];
    const { visitors, admins } = await here.audience();
    await there.asVoter.post(path(there.item, "/vote"));
    await there.asAdmin.patch(path(there.item), { status: "planned" });
    const said = await publishPublicEvent(here, [...visitors, ...admins]);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([said]);
  });

  test("a call that changes nothing sends no event", async () => {
    const set = await scene();
    const { visitors, admins } = await set.audience();
    const first = await publishPublicEvent(set, [...visitors, ...admins]);
    await set.asVoter.post(path(set.item, "/vote"));
    await set.asVoter.post("/api/feedback", { title: "", description: "", boardId: set.open.id });
    await set.asAdmin.patch(path(set.item), { title: "Changed" });
    const next: LiveEvent = { kind: "item", feedbackId: set.item.id, boardId: set.open.id };
    await until([...visitors, ...admins], next);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([first, next]);
  });

  test("a burst of votes is sent as few events with the final count", async () => {
    const { item, open, company, listenAs } = await scene();
    const voters = await Promise.all(
      Array.from({ length: 12 }, () => portal.user("user", company)),
    );
    const stream = await listenAs();
    await Promise.all(
      voters.map((voter) => portal.visitor(company.host, voter).post(path(item, "/vote"))),
    );
    await until([stream], { kind: "vote", feedbackId: item.id, boardId: open.id, votes: 12 });
    expect(stream.changes().length).toBeLessThan(6);
  });
});

describe("events of a private board, which only admins receive", () => {
  const privateEvents: [what: string, act: (set: Scene, asAdmin: Visitor) => Promise<unknown>][] = [
    ["a vote", ({ secretItem }, as) => as.post(path(secretItem, "/vote"))],
    [
      "a comment",
      ({ secretItem }, as) => as.post(path(secretItem, "/comments"), { content: "Well" }),
    ],
    [
      "the deletion of a comment",
      async ({ secretItem }, as) => {
        const { id } = await portal.comment(secretItem);
        await as.delete(path(secretItem, `/comments/${String(id)}`));
      },
    ],
    [
      "a new item",
      ({ secret }, as) =>
        as.post("/api/feedback", { title: "T", description: "D", boardId: secret.id }),
    ],
    [
      "a change of status",
      ({ secretItem }, as) => as.patch(path(secretItem), { status: "complete" }),
    ],
    ["the deletion of an item", ({ secretItem }, as) => as.delete(path(secretItem))],
    [
      "a move of an item to another private board",
      async ({ company, secretItem }, as) => {
        const another = await portal.board(company, { isPrivate: true });
        await as.patch(path(secretItem), { boardId: another.id });
      },
    ],
    ["a new name", ({ secret }, as) => as.patch(`/api/boards/${String(secret.id)}`, { name: "X" })],
    ["the creation", (_, as) => as.post("/api/boards", { name: "Y", slug: "y", isPrivate: true })],
    ["the deletion", ({ secret }, as) => as.delete(`/api/boards/${String(secret.id)}`)],
    [
      "a new position",
      ({ open, secret }, as) => as.patch("/api/boards/reorder", { boardIds: [secret.id, open.id] }),
    ],
  ];
  test.concurrent.each(privateEvents)(
    "only admins receive %s of a private board",
    async (_, act) => {
      const set = await scene();
      const { visitors, admins } = await set.audience();
      await act(set, set.asAdmin);
      await vi.waitFor(() => {
        for (const admin of admins) expect(admin.changes().length).toBeGreaterThan(0);
      }, 5_000);
      // Sent after the private event, at both processes.
      const said = await publishPublicEvent(set, [...visitors, ...admins]);
      for (const visitor of visitors) {
        expect(visitor.text().match(/^event: .+$/gm)).toEqual(["event: ready", "event: changes"]);
        expect(visitor.changes()).toEqual([said]);
      }
    },
  );

  test("a reconnecting visitor learns nothing of private changes it missed", async () => {
    const set = await scene();
    const [visitor] = (await set.audience()).visitors;
    const since = visitor?.lastId() ?? "";
    await set.asAdmin.post(path(set.secretItem, "/vote"));
    const again = async (user?: { cookie: string }) => {
      const stream = await openStream({
        port: ports.get(portal) ?? 0,
        host: set.company.host,
        cookie: user?.cookie,
        query: `?since=${since}`,
      });
      opened.push(stream);
      return stream;
    };
    expect((await again()).text()).toMatch(/^retry: .+\nevent: ready\nid: .+\ndata: 1\n\n$/);
    await until([await again(set.admin)], { kind: "anything" });
  });

  const orders = [["before"], ["after"]] as const;
  test.each(orders)(
    "private events that are too many to be sent one by one reveal nothing to visitors, also if they occur %s a public one",
    async (order) => {
      const [here, there] = [await scene(), await scene()];
      const { visitors, admins } = await here.audience();
      const heard: LiveEvent = { kind: "categories" };
      const publishPublicly = () =>
        portal.changes.publish({ companyId: here.company.id, isPrivate: false, events: [heard] });
      if (order === "after") publishPublicly();
      for (let n = 1; n <= 500; n += 1) {
        for (const { company, secret } of [here, there]) {
          const event: LiveEvent = { kind: "item", feedbackId: n, boardId: secret.id };
          portal.changes.publish({ companyId: company.id, isPrivate: true, events: [event] });
        }
      }
      if (order === "before") publishPublicly();
      await until(admins, { kind: "anything" });
      await until(visitors, heard);
      const said = await publishPublicEvent(here, [...visitors, ...admins]);
      for (const visitor of visitors) expect(visitor.changes()).toEqual([heard, said]);
      for (const admin of admins) expect(admin.changes()).toContainEqual({ kind: "anything" });
    },
  );
});
