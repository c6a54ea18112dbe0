import { beforeAll, describe, expect, test } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import type { LiveScene, LiveScenes } from "#server/checks/fixtures/liveScene.ts";
import { itemPath, startLiveScenes, untilReceived } from "#server/checks/fixtures/liveScene.ts";

let scenes: LiveScenes;
beforeAll(async () => {
  scenes = await startLiveScenes();
});

describe("events that all viewers of a portal receive, in any process", () => {
  test("a new stream sends its headers and a ready event", async () => {
    const { listenAs } = await scenes.scene();
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

  const publicEvents: [what: string, act: (set: LiveScene) => Promise<LiveEvent>][] = [
    [
      "a vote, with the new count",
      async ({ asVoter, item, open }) => {
        await asVoter.post(itemPath(item, "/vote"));
        return { kind: "vote", feedbackId: item.id, boardId: open.id, votes: 1 };
      },
    ],
    [
      "a comment, with the new count",
      async ({ asVoter, item, open }) => {
        await asVoter.post(itemPath(item, "/comments"), { content: "Well" });
        return { kind: "comment", feedbackId: item.id, boardId: open.id, commentsCount: 1 };
      },
    ],
    [
      "the deletion of a comment",
      async ({ asVoter, item, open }) => {
        const { body } = await asVoter.post(itemPath(item, "/comments"), { content: "Well" });
        await asVoter.delete(itemPath(item, `/comments/${String(body.id)}`));
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
      "a change of an item's title",
      async ({ asAdmin, item, open }) => {
        await asAdmin.patch(itemPath(item), { title: "Changed" });
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "the deletion of an item",
      async ({ asAdmin, item, open }) => {
        await asAdmin.delete(itemPath(item));
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "a change of an item's status",
      async ({ asAdmin, item, open }) => {
        await asAdmin.patch(itemPath(item), { status: "planned" });
        return { kind: "status", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "an item event when an item moves to a private board",
      async ({ asAdmin, item, open, secret }) => {
        await asAdmin.patch(itemPath(item), { boardId: secret.id });
        return { kind: "item", feedbackId: item.id, boardId: open.id };
      },
    ],
    [
      "an item event when an item comes from a private board",
      async ({ asAdmin, secretItem, open }) => {
        await asAdmin.patch(itemPath(secretItem), { boardId: open.id });
        return { kind: "item", feedbackId: secretItem.id, boardId: open.id };
      },
    ],
    [
      "a change of a board's name",
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
      "the creation of a category",
      async ({ asAdmin }) => {
        await asAdmin.post("/api/categories", { name: "New" });
        return { kind: "categories" };
      },
    ],
  ];
  test.concurrent.each(publicEvents)("all streams of a portal receive %s", async (_, act) => {
    const set = await scenes.scene();
    const { visitors, admins } = await set.audience();
    await untilReceived([...visitors, ...admins], await act(set));
  });

  test("a stream of one company's portal receives no events of another company's portal", async () => {
    const [here, there] = [await scenes.scene(), await scenes.scene()];
    const { visitors, admins } = await here.audience();
    await there.asVoter.post(itemPath(there.item, "/vote"));
    await there.asAdmin.patch(itemPath(there.item), { status: "planned" });
    const publicEvent = await scenes.publishPublicEvent(here, [...visitors, ...admins]);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([publicEvent]);
  });

  test("a call that changes nothing sends no event", async () => {
    const set = await scenes.scene();
    const { visitors, admins } = await set.audience();
    const first = await scenes.publishPublicEvent(set, [...visitors, ...admins]);
    await set.asVoter.post(itemPath(set.item, "/vote"));
    await set.asVoter.post("/api/feedback", { title: "", description: "", boardId: set.open.id });
    await set.asAdmin.patch(itemPath(set.item), { title: "Changed" });
    const next: LiveEvent = { kind: "item", feedbackId: set.item.id, boardId: set.open.id };
    await untilReceived([...visitors, ...admins], next);
    for (const stream of [...visitors, ...admins]) expect(stream.changes()).toEqual([first, next]);
  });

  test("12 votes in quick succession are sent in fewer than 6 events, one of which has the final count", async () => {
    const { item, open, company, listenAs } = await scenes.scene();
    const voters = await Promise.all(
      Array.from({ length: 12 }, () => scenes.portal.user("user", company)),
    );
    const stream = await listenAs();
    await Promise.all(
      voters.map((voter) =>
        scenes.portal.visitor(company.host, voter).post(itemPath(item, "/vote")),
      ),
    );
    await untilReceived([stream], {
      kind: "vote",
      feedbackId: item.id,
      boardId: open.id,
      votes: 12,
    });
    expect(stream.changes().length).toBeLessThan(6);
  });
});
