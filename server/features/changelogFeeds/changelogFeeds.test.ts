import { beforeAll, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const FORMATS = ["atom", "rss", "json"];

interface Written {
  title?: string;
  body?: string;
  labelIds?: number[];
  itemIds?: number[];
}

async function published(admin: Visitor, entry: Written = {}) {
  const { body } = await admin.post("/api/changelog", {
    title: "Dark mode",
    body: "Dark.",
    ...entry,
  });
  const path = `/api/changelog/${String(body.id)}`;
  expect((await admin.post(`${path}/publish`, {})).status).toBe(200);
  return path;
}

test("the feeds contain published entries with absolute addresses, and neither drafts nor items of private boards, whoever asks", async () => {
  const { viewers, company } = await newCast(portal);
  const [open, secret] = [
    await portal.item(await portal.board(company), { title: "Open wish", status: "complete" }),
    await portal.item(await portal.board(company, { isPrivate: true }), {
      title: "Secret wish",
      status: "complete",
    }),
  ];
  const body = "**Dark** ![Shot](/pictures/abc/800x600.webp)";
  await published(viewers.C, { body, itemIds: [open.id, secret.id] });
  await viewers.C.post("/api/changelog", { title: "Draft title" });
  for (const format of FORMATS)
    for (const viewer of [viewers.A, viewers.C]) {
      const { status, text, headers } = await viewer.get(`/changelog.${format}`);
      expect([status, headers["content-type"]]).toEqual([
        200,
        expect.stringMatching(/^application\/(atom\+xml|rss\+xml|feed\+json); charset=utf-8$/),
      ]);
      expect(text).toContain(`http://${company.host}/changelog/dark-mode`);
      expect(text).toContain(`http://${company.host}/feedback/${String(open.id)}`);
      expect(text).toContain(`http://${company.host}/pictures/abc/800x600.webp`);
      expect(text).not.toMatch(/Draft title|Secret wish/);
      expect(text).not.toMatch(/(?:href|src)=(?:\\?["']|&quot;)\//);
    }
});

test("the feed of a label contains only entries with the label, and an unknown label gets 404", async () => {
  const { viewers } = await newCast(portal);
  const [label] = (await viewers.C.get("/api/changelog/labels")).body;
  await published(viewers.C, { title: "With label", labelIds: [label.id] });
  await published(viewers.C, { title: "Without label" });
  const feed = (await viewers.A.get(`/changelog.json?label=${String(label.id)}`)).body;
  expect(feed.items).toMatchObject([{ title: "With label", tags: [label.name] }]);
  expect(feed.feed_url).toContain(`?label=${String(label.id)}`);
  for (const unknown of ["999999", "x", ""])
    expect((await viewers.A.get(`/changelog.json?label=${unknown}`)).status).toBe(404);
});

test("no other spelling of a feed's address needs a response of its own", async () => {
  const { viewers } = await newCast(portal);
  const path = await published(viewers.C, { title: "First" });
  const titleAt = async (address: string) =>
    (await viewers.A.get(address)).body.items[0].title as string;
  for (const address of ["/changelog.json?x=1", "/changelog.json?x=2"]) await titleAt(address);
  // A change past the portal shows whether a response was cached.
  const id = Number(path.split("/").at(-1));
  await portal.sql("update changelog_entry set title = 'Second' where id = $1", [id]);
  for (const address of ["?x=3", `?${"y".repeat(500)}`, "", "#z"])
    expect(await titleAt(`/changelog.json${address}`)).toBe("First");
  expect(await titleAt("/changelog%2Ejson")).toBe("First");
  const [label] = (await viewers.C.get("/api/changelog/labels")).body;
  const ofLabel = await viewers.A.get(`/changelog.json?x=1&label=${String(label.id)}`);
  expect(ofLabel.body.items).toEqual([]);
});

test("a reader that has the current feed gets 304, at first and from the cache, and the feed again after a publication or its taking back", async () => {
  const { viewers } = await newCast(portal);
  await published(viewers.C, { title: "First" });
  const { headers } = await viewers.A.get("/changelog.atom");
  const etag = String(headers["etag"]);
  for (let time = 0; time < 3; time += 1) {
    const again = await viewers.A.get("/changelog.atom", { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
  }
  const path = await published(viewers.C, { title: "Second" });
  const changed = await viewers.A.get("/changelog.atom", { "if-none-match": etag });
  expect([changed.status, changed.text]).toEqual([200, expect.stringContaining("Second")]);
  await viewers.C.post(`${path}/unpublish`);
  expect((await viewers.A.get("/changelog.atom")).text).not.toContain("Second");
});

test("the product's own host and an unknown host have no feeds", async () => {
  const { viewers } = await newCast(portal);
  for (const format of FORMATS)
    for (const viewer of [viewers.N, viewers.S, portal.visitor("nobody.example")])
      expect((await viewer.get(`/changelog.${format}`)).status).toBe(404);
});
