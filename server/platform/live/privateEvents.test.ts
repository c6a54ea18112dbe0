import { beforeAll, describe, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import type { LiveScene, LiveScenes } from "#server/checks/fixtures/liveScene.ts";
import { itemPath, startLiveScenes, untilReceived } from "#server/checks/fixtures/liveScene.ts";
import type { Visitor } from "#server/checks/fixtures/testPortal.ts";

let scenes: LiveScenes;
beforeAll(async () => {
  scenes = await startLiveScenes();
});

describe("events that only admins receive", () => {
  const privateEvents: [
    what: string,
    act: (set: LiveScene, asAdmin: Visitor) => Promise<unknown>,
  ][] = [
    ["a vote on a private board", ({ secretItem }, as) => as.post(itemPath(secretItem, "/vote"))],
    [
      "a comment on a private board",
      ({ secretItem }, as) => as.post(itemPath(secretItem, "/comments"), { content: "Well" }),
    ],
    [
      "the deletion of a comment on a private board",
      async ({ secretItem }, as) => {
        const { id } = await scenes.portal.comment(secretItem);
        await as.delete(itemPath(secretItem, `/comments/${String(id)}`));
      },
    ],
    [
      "a new item on a private board",
      ({ secret }, as) =>
        as.post("/api/feedback", { title: "T", description: "D", boardId: secret.id }),
    ],
    [
      "a change of an item's status on a private board",
      ({ secretItem }, as) => as.patch(itemPath(secretItem), { status: "complete" }),
    ],
    [
      "the deletion of an item on a private board",
      ({ secretItem }, as) => as.delete(itemPath(secretItem)),
    ],
    [
      "a move of an item to another private board",
      async ({ company, secretItem }, as) => {
        const another = await scenes.portal.board(company, { isPrivate: true });
        await as.patch(itemPath(secretItem), { boardId: another.id });
      },
    ],
    [
      "a new name of a private board",
      ({ secret }, as) => as.patch(`/api/boards/${String(secret.id)}`, { name: "X" }),
    ],
    [
      "the creation of a private board",
      (_, as) => as.post("/api/boards", { name: "Y", slug: "y", isPrivate: true }),
    ],
    [
      "the deletion of a private board",
      ({ secret }, as) => as.delete(`/api/boards/${String(secret.id)}`),
    ],
    [
      "a new position of a private board",
      ({ open, secret }, as) => as.patch("/api/boards/reorder", { boardIds: [secret.id, open.id] }),
    ],
    [
      "an internal note about a public item",
      ({ item }, as) => as.post(itemPath(item, "/comments"), { content: "Well", isInternal: true }),
    ],
    [
      "the deletion of an internal note about a public item",
      async ({ item }, as) => {
        const { id } = await scenes.portal.comment(item, { visibility: "internal" });
        await as.delete(itemPath(item, `/comments/${String(id)}`));
      },
    ],
  ];
  test.concurrent.each(privateEvents)("only admins receive %s", async (_, act) => {
    const set = await scenes.scene();
    const { visitors, admins } = await set.audience();
    await act(set, set.asAdmin);
    await vi.waitFor(() => {
      for (const admin of admins) expect(admin.changes().length).toBeGreaterThan(0);
    }, 5_000);
    // Both processes send this event after the private event, so it arrives last.
    const publicEvent = await scenes.publishPublicEvent(set, [...visitors, ...admins]);
    for (const visitor of visitors) {
      expect(visitor.text().match(/^event: .+$/gm)).toEqual(["event: ready", "event: changes"]);
      expect(visitor.changes()).toEqual([publicEvent]);
    }
  });

  test("a reconnecting visitor is not notified of private changes that were made while the visitor was disconnected", async () => {
    const set = await scenes.scene();
    const [visitor] = (await set.audience()).visitors;
    const since = visitor?.lastId() ?? "";
    await set.asAdmin.post(itemPath(set.secretItem, "/vote"));
    const again = (user?: { cookie: string }) => set.listenAs(user, { query: `?since=${since}` });
    expect((await again()).text()).toMatch(/^retry: .+\nevent: ready\nid: .+\ndata: 1\n\n$/);
    await untilReceived([await again(set.admin)], { kind: "anything" });
  });

  const orders = [["before"], ["after"]] as const;
  test.each(orders)(
    "500 private events %s a public event are combined into one event and reveal nothing to visitors",
    async (order) => {
      const [here, there] = [await scenes.scene(), await scenes.scene()];
      const { visitors, admins } = await here.audience();
      const event: LiveEvent = { kind: "categories" };
      const publishPublicly = () =>
        scenes.portal.changes.publish({
          companyId: here.company.id,
          isPrivate: false,
          events: [event],
        });
      if (order === "after") publishPublicly();
      for (let n = 1; n <= 500; n += 1) {
        for (const { company, secret } of [here, there]) {
          const privateEvent: LiveEvent = { kind: "item", feedbackId: n, boardId: secret.id };
          scenes.portal.changes.publish({
            companyId: company.id,
            isPrivate: true,
            events: [privateEvent],
          });
        }
      }
      if (order === "before") publishPublicly();
      await untilReceived(admins, { kind: "anything" });
      await untilReceived(visitors, event);
      const publicEvent = await scenes.publishPublicEvent(here, [...visitors, ...admins]);
      for (const visitor of visitors) expect(visitor.changes()).toEqual([event, publicEvent]);
      for (const admin of admins) expect(admin.changes()).toContainEqual({ kind: "anything" });
    },
  );
});
