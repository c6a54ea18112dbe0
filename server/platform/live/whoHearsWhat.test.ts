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

/** A portal with something public and something private, and people at its door. */
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
    /** An anonymous visitor, a customer and an admin, each on either process. */
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

/** Lets something happen that everyone hears of; what was told before it has come by then. */
async function sayAloud(
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

describe("everyone on a portal's pages, whichever process they came to, hears", () => {
  test("that the line is open, before anything has happened", async () => {
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

  const happenings: [what: string, act: (set: Scene) => Promise<LiveEvent>][] = [
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
      "that a comment is gone",
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
      "that an item is gone",
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
      "that an item has left for a private board",
      async ({ asAdmin, item, open, secret }) => {
        await asAdmin.patch(path(item), { boardId: secret.id });
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "that an item has come from a private board",
      async ({ asAdmin, secretItem, open }) => {
        await asAdmin.patch(path(secretItem), { boardId: open.id });
        return { kind: "item", feedbackId: secretItem.id, boardId: open.id };
      },
    ],
    [
      "that boards have changed",
      async ({ asAdmin, open }) => {
        await asAdmin.patch(`/api/boards/${String(open.id)}`, { name: "Renamed" });
        return { kind: "boards" };
      },
    ],
    [
      "that all may be different, when a board becomes private",
      async ({ asAdmin, open }) => {
        await asAdmin.patch(`/api/boards/${String(open.id)}`, { isPrivate: true });
        return { kind: "anything" };
      },
    ],
    [
      "that all may be different, when a board becomes public",
      async ({ asAdmin, secret }) => {
        await asAdmin.patch(`/api/boards/${String(secret.id)}`, { isPrivate: false });
        return { kind: "anything" };
      },
    ],
    [
      "that all may be different, when a board is gone",
      async ({ asAdmin, open }) => {
        await asAdmin.delete(`/api/boards/${String(open.id)}`);
        return { kind: "anything" };
      },
    ],
    [
      "that categories have changed",
      async ({ asAdmin }) => {
        await asAdmin.post("/api/categories", { name: "New" });
        return { kind: "categories" };
      },
    ],
  ];
  test.concurrent.each(happenings)("%s", async (_, act) => {
    const set = await scene();
    const { visitors, admins } = await set.audience();
    await until([...visitors, ...admins], await act(set));
  });

  test("nothing of another portal", async () => {
    const [here, there] = [await scene(), await scene()];
    const { visitors, admins } = await here.audience();
    await there.asVoter.post(path(there.item, "/vote"));
    await there.asAdmin.patch(path(there.item), { status: "planned" });
    const said = await sayAloud(here, [...visitors, ...admins]);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([said]);
  });

  test("nothing of what changed nothing", async () => {
    const set = await scene();
    const { visitors, admins } = await set.audience();
    const first = await sayAloud(set, [...visitors, ...admins]);
    await set.asVoter.post(path(set.item, "/vote"));
    await set.asVoter.post("/api/feedback", { title: "", description: "", boardId: set.open.id });
    await set.asAdmin.patch(path(set.item), { title: "Changed" });
    const next: LiveEvent = { kind: "item", feedbackId: set.item.id, boardId: set.open.id };
    await until([...visitors, ...admins], next);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([first, next]);
  });

  test("a burst of votes as one count, not one by one", async () => {
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

describe("what happens on a private board is heard by admins, and leaves visitors no trace:", () => {
  const secrets: [what: string, act: (set: Scene, asAdmin: Visitor) => Promise<unknown>][] = [
    ["a vote", ({ secretItem }, as) => as.post(path(secretItem, "/vote"))],
    [
      "a comment",
      ({ secretItem }, as) => as.post(path(secretItem, "/comments"), { content: "Well" }),
    ],
    [
      "a comment that goes",
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
    ["an item that goes", ({ secretItem }, as) => as.delete(path(secretItem))],
    [
      "an item that moves to another private board",
      async ({ company, secretItem }, as) => {
        const another = await portal.board(company, { isPrivate: true });
        await as.patch(path(secretItem), { boardId: another.id });
      },
    ],
    [
      "a new name for it",
      ({ secret }, as) => as.patch(`/api/boards/${String(secret.id)}`, { name: "X" }),
    ],
    [
      "another private board",
      (_, as) => as.post("/api/boards", { name: "Y", slug: "y", isPrivate: true }),
    ],
    ["its end", ({ secret }, as) => as.delete(`/api/boards/${String(secret.id)}`)],
    [
      "its place among the boards",
      ({ open, secret }, as) => as.patch("/api/boards/reorder", { boardIds: [secret.id, open.id] }),
    ],
  ];
  test.concurrent.each(secrets)("%s", async (_, act) => {
    const set = await scene();
    const { visitors, admins } = await set.audience();
    await act(set, set.asAdmin);
    await vi.waitFor(() => {
      for (const admin of admins) expect(admin.changes().length).toBeGreaterThan(0);
    }, 5_000);
    // Later than what was private, in either process.
    const said = await sayAloud(set, [...visitors, ...admins]);
    for (const visitor of visitors) {
      expect(visitor.text().match(/^event: .+$/gm)).toEqual(["event: ready", "event: changes"]);
      expect(visitor.changes()).toEqual([said]);
    }
  });

  test("also when a page comes back and asks what it has missed", async () => {
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
    "also when so much happens %s something public that it is not told one by one",
    async (order) => {
      const [here, there] = [await scene(), await scene()];
      const { visitors, admins } = await here.audience();
      const heard: LiveEvent = { kind: "categories" };
      const sayPublicly = () =>
        portal.changes.publish({ companyId: here.company.id, isPrivate: false, events: [heard] });
      if (order === "after") sayPublicly();
      for (let n = 1; n <= 500; n += 1) {
        for (const { company, secret } of [here, there]) {
          const event: LiveEvent = { kind: "item", feedbackId: n, boardId: secret.id };
          portal.changes.publish({ companyId: company.id, isPrivate: true, events: [event] });
        }
      }
      if (order === "before") sayPublicly();
      await until(admins, { kind: "anything" });
      await until(visitors, heard);
      const said = await sayAloud(here, [...visitors, ...admins]);
      for (const visitor of visitors) expect(visitor.changes()).toEqual([heard, said]);
      for (const admin of admins) expect(admin.changes()).toContainEqual({ kind: "anything" });
    },
  );
});
