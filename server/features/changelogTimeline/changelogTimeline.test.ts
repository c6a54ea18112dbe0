import { beforeAll, expect, test } from "vitest";
import type { TimelinePart } from "#contract/changelogTimeline.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const TIMELINE = "/api/changelog/timeline";

const titlesOf = (parts: TimelinePart[]) =>
  parts.map(({ entry, item }) => entry?.title ?? item?.title);
const titles = async (viewer: Visitor, query = "") =>
  titlesOf((await viewer.get(TIMELINE + query)).body as TimelinePart[]);

/** A company with three completed items, one of them private, and an entry that links one of them. */
async function scene() {
  const { viewers, company } = await newCast(portal);
  const board = await portal.board(company);
  const privateBoard = await portal.board(company, { isPrivate: true });
  const item = (title: string, on = board) => portal.item(on, { title, status: "complete" });
  const linked = await item("Linked");
  const own = await item("On its own");
  const secret = await item("Secret", privateBoard);
  await portal.item(board, { title: "Planned", status: "planned" });
  const times = [
    [linked, "2026-01-10"],
    [own, "2026-02-10"],
    [secret, "2026-03-10"],
  ] as const;
  for (const [{ id }, time] of times)
    await portal.sql("update feedback_item set created_at = $2 where id = $1", [id, time]);
  const labels = (await viewers.C.get("/api/changelog/labels")).body;
  const { body } = await viewers.C.post("/api/changelog", {
    title: "An entry",
    body: "About many things",
    itemIds: [linked.id, secret.id],
    labelIds: [labels[0].id],
  });
  const path = `/api/changelog/${String(body.id)}`;
  return { viewers, company, path, label: labels[0].id as number, other: labels[1].id as number };
}

test("the timeline has published entries and the completed items that no published entry links, newest first, and each viewer sees what the viewer may see", async () => {
  const { viewers, path } = await scene();
  expect(await titles(viewers.A)).toEqual(["On its own", "Linked"]);
  expect(await titles(viewers.C)).toEqual(["Secret", "On its own", "Linked"]);
  await viewers.C.post(`${path}/publish`, {});
  const listed = await viewers.A.get(TIMELINE);
  expect(titlesOf(listed.body)).toEqual(["An entry", "On its own"]);
  expect(listed.headers["x-total-count"]).toBe("2");
  expect(listed.body[0].entry.items).toMatchObject([{ title: "Linked" }]);
  expect(await titles(viewers.C)).toEqual(["An entry", "On its own"]);
  await viewers.C.post(`${path}/unpublish`);
  expect(await titles(viewers.A)).toEqual(["On its own", "Linked"]);
});

test("the pages of the timeline together contain each part once", async () => {
  const { viewers, path } = await scene();
  await viewers.C.post(`${path}/publish`, {});
  const first = await viewers.A.get(`${TIMELINE}?limit=1`);
  const cursor = /cursor=([\w-]+)/.exec(String(first.headers["link"]))?.[1] ?? "";
  expect(titlesOf(first.body)).toEqual(["An entry"]);
  expect(await titles(viewers.A, `?limit=1&cursor=${cursor}`)).toEqual(["On its own"]);
});

test("a label or a search lists only entries, and a month leaves out what is newer", async () => {
  const { viewers, path, label, other } = await scene();
  await viewers.C.post(`${path}/publish`, {});
  expect(await titles(viewers.A, `?label=${String(label)}`)).toEqual(["An entry"]);
  expect(await titles(viewers.A, `?label=${String(other)}`)).toEqual([]);
  expect(await titles(viewers.A, "?search=MANY")).toEqual(["An entry"]);
  expect(await titles(viewers.A, "?search=own")).toEqual([]);
  expect(await titles(viewers.A, "?month=2026-02")).toEqual(["On its own"]);
  expect((await viewers.A.get(`${TIMELINE}?month=2026-13`)).status).toBe(400);
});

test("the months are those in which the viewer sees a part", async () => {
  const { viewers } = await scene();
  expect((await viewers.A.get("/api/changelog/months")).body).toEqual(["2026-02", "2026-01"]);
  expect((await viewers.C.get("/api/changelog/months")).body).toEqual([
    "2026-03",
    "2026-02",
    "2026-01",
  ]);
});
