import { beforeAll, describe, expect, test } from "vitest";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const LIST = "/api/changelog";
const LABELS = "/api/changelog/labels";
const pathOf = ({ id }: { id: number }, rest = "") => `${LIST}/${String(id)}${rest}`;

async function scene() {
  const cast = await newCast(portal);
  const { C } = cast.viewers;
  const board = await portal.board(cast.company);
  const create = async (body: object): Promise<ChangelogEntry> => (await C.post(LIST, body)).body;
  return { ...cast, C, board, create };
}

const titles = async (visitor: Visitor, query = "") =>
  ((await visitor.get(LIST + query)).body as ChangelogEntry[]).map(({ title }) => title);

describe("writing changelog entries", () => {
  test("an admin creates a draft with labels and linked items, and its slug is made from its title", async () => {
    const { C, board, company } = await scene();
    const item = await portal.item(board, { title: "Dark mode" });
    const labels = (await C.get(LABELS)).body as { id: number; name: string }[];
    expect(labels.map(({ name }) => name)).toEqual(["New", "Improved", "Fixed"]);
    const { status, body } = await C.post(LIST, {
      title: "Dark mode is hére!",
      body: "It follows your device.",
      version: "2.4",
      labelIds: [labels[0]?.id],
      itemIds: [item.id],
    });
    expect([status, body]).toMatchObject([
      201,
      {
        title: "Dark mode is hére!",
        slug: "dark-mode-is-here",
        body: "It follows your device.",
        bodyFormat: "plain",
        version: "2.4",
        state: "draft",
        publishAt: null,
        labels: [labels[0]],
        items: [{ id: item.id, title: "Dark mode", isPrivate: false }],
        editing: { revision: 1, wasPublished: false },
      },
    ]);
    const again = await C.post(LIST, { title: "Dark mode is here" });
    expect(again.body.slug).toBe("dark-mode-is-here-2");
    expect((await C.post(LIST, { title: "2024" })).body.slug).toBe("entry-2024");
    expect((await C.post(LIST, { title: "新しい" })).body.slug).toBe("entry");
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "changelog.create", subject: "Dark mode is hére!" },
      { action: "changelog.create" },
      { action: "changelog.create" },
      { action: "changelog.create" },
    ]);
  });

  test("what is not named in a change stays, and each save counts", async () => {
    const { C, create, board } = await scene();
    const item = await portal.item(board);
    const entry = await create({ title: "A", body: "Text", version: "1", itemIds: [item.id] });
    const changed = await C.patch(pathOf(entry), { revision: 1, title: "B", version: "" });
    expect(changed.body).toMatchObject({
      title: "B",
      slug: "a",
      body: "Text",
      version: null,
      items: [{ id: item.id }],
      editing: { revision: 2, editedBy: { fullName: expect.any(String) } },
    });
  });

  test("an admin who has not seen another admin's save gets 409, and nothing is overwritten", async () => {
    const { C, company, create } = await scene();
    const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
    const entry = await create({ title: "A" });
    await colleague.patch(pathOf(entry), { revision: 1, body: "Theirs" });
    const refused = await C.patch(pathOf(entry), { revision: 1, body: "Mine" });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Somebody else has changed this entry meanwhile",
    ]);
    expect((await C.get(pathOf(entry))).body.body).toBe("Theirs");
  });

  test("bad input gets an error beside its field and changes nothing", async () => {
    const { C, create, board, stranger, other } = await scene();
    const item = await portal.item(board);
    const first = await create({ title: "First", itemIds: [item.id] });
    const entry = await create({ title: "Second" });
    const foreign = await portal.item(await portal.board(other));
    const theirs = portal.visitor(other.host, stranger);
    const [foreignLabel] = (await theirs.get(LABELS)).body as { id: number }[];
    const merged = await portal.item(board);
    await portal.sql(
      "update feedback_item set state = 'merged', merged_at = now(), merged_into_id = $2 where id = $1",
      [merged.id, item.id],
    );
    const cases: [object, number, string][] = [
      [{ title: " " }, 400, "title"],
      [{ title: "x".repeat(201) }, 400, "title"],
      [{ body: "x".repeat(50_001) }, 400, "body"],
      [{ slug: "Über" }, 400, "slug"],
      [{ slug: "42" }, 400, "slug"],
      [{ slug: "first" }, 409, "Another entry has this address"],
      [{ labelIds: [foreignLabel?.id] }, 400, "labelIds"],
      [{ itemIds: [item.id] }, 409, "Another entry already links one of these items"],
      [{ itemIds: [foreign.id] }, 400, "itemIds"],
      [{ itemIds: [merged.id] }, 400, "itemIds"],
      [{ itemIds: [foreign.id, foreign.id] }, 400, "itemIds"],
    ];
    for (const [change, status, where] of cases) {
      const reply = await C.patch(pathOf(entry), { revision: 1, ...change });
      expect([change, reply.status]).toEqual([change, status]);
      if (status === 400) expect(Object.keys(reply.body.errors)).toEqual([where]);
      else expect(reply.body.message).toBe(where);
    }
    expect((await C.get(pathOf(entry))).body).toEqual(entry);
    expect((await C.get(pathOf(first))).body).toEqual(first);
  });

  test("the list has drafts first, filters by state, label and words, and pages", async () => {
    const { C, viewers, create } = await scene();
    const [label] = (await C.get(LABELS)).body as { id: number }[];
    const old = await create({ title: "Old news", labelIds: [label?.id] });
    const recent = await create({ title: "Recent news", body: "Straße" });
    await create({ title: "Draft" });
    await C.post(pathOf(old, "/publish"), {});
    await C.post(pathOf(recent, "/publish"), {});
    expect(await titles(C)).toEqual(["Draft", "Recent news", "Old news"]);
    expect(await titles(C, "?state=draft")).toEqual(["Draft"]);
    expect(await titles(viewers.A)).toEqual(["Recent news", "Old news"]);
    expect(await titles(viewers.A, "?state=draft")).toEqual([]);
    expect(await titles(viewers.A, `?label=${String(label?.id)}`)).toEqual(["Old news"]);
    expect(await titles(viewers.A, "?search=STRASSE news")).toEqual(["Recent news"]);
    const page = await C.get(`${LIST}?limit=1`);
    expect(page.headers["x-total-count"]).toBe("3");
    const next = /<([^>]+)>/.exec(String(page.headers["link"]))?.[1] ?? "";
    expect(next).toContain("cursor=");
    expect(await titles(C, next.slice(next.indexOf("?")))).toEqual(["Recent news"]);
  });

  test("an item on a private board appears to admins only, and so do drafts", async () => {
    const { C, viewers, company, create, board } = await scene();
    const open = await portal.item(board, { title: "Open" });
    const secret = await portal.item(await portal.board(company, { isPrivate: true }), {
      title: "CANARY-item",
    });
    const entry = await create({ title: "News", itemIds: [open.id, secret.id] });
    const draft = await create({ title: "CANARY-draft", body: "CANARY-text" });
    await C.post(pathOf(entry, "/publish"), {});
    for (const key of ["A", "U", "V"] as const) {
      const replies = [
        await viewers[key].get(LIST),
        await viewers[key].get(`${LIST}?search=canary`),
        await viewers[key].get(pathOf(entry)),
        await viewers[key].get(`${LIST}/slug/news`),
        await viewers[key].get(pathOf(draft)),
        await viewers[key].get(`${LIST}/slug/canary-draft`),
        await viewers[key].get(`/api/feedback/${String(open.id)}`),
      ];
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404, 200]);
      for (const { text } of replies) expect(text).not.toContain("CANARY");
      expect(replies[4]?.text).toBe((await viewers[key].get(`${LIST}/999999999`)).text);
      expect(replies[6]?.body.changelogEntry).toEqual({ title: "News", slug: "news" });
    }
    expect((await C.get(pathOf(entry))).body.items).toHaveLength(2);
  });

  test("labels of a company are unique ignoring case, and entries lose a deleted label", async () => {
    const { C, create } = await scene();
    const added = await C.post(LABELS, { name: "Security", color: "#AA0000" });
    expect([added.status, added.body]).toEqual([
      201,
      { id: expect.any(Number), name: "Security", color: "#aa0000" },
    ]);
    expect((await C.post(LABELS, { name: "sécurity", color: "#000000" })).status).toBe(409);
    expect((await C.post(LABELS, { name: "Ok", color: "red" })).body.errors).toHaveProperty(
      "color",
    );
    const entry = await create({ title: "A", labelIds: [added.body.id] });
    const path = `${LABELS}/${String(added.body.id)}`;
    await C.patch(path, { name: "Safety", color: "#00aa00" });
    expect((await C.get(pathOf(entry))).body.labels).toEqual([
      { ...added.body, name: "Safety", color: "#00aa00" },
    ]);
    expect((await C.delete(path)).status).toBe(204);
    expect((await C.get(pathOf(entry))).body.labels).toEqual([]);
  });

  test("the deletion of an entry can be undone with its labels and items", async () => {
    const { C, viewers, create, board } = await scene();
    const item = await portal.item(board);
    const [label] = (await C.get(LABELS)).body as { id: number }[];
    const { id } = await create({ title: "News", labelIds: [label?.id], itemIds: [item.id] });
    const published = (await C.post(pathOf({ id }, "/publish"), {})).body;
    const { undoToken } = (await C.delete(pathOf({ id }))).body as { undoToken: string };
    expect((await viewers.A.get(`${LIST}/slug/news`)).status).toBe(404);
    const undone = await C.post(`/api/undo/${undoToken}`);
    expect(undone.body).toEqual({ restored: 1, notRestored: [] });
    expect((await C.get(pathOf({ id }))).body).toEqual(published);
  });

  test("the items that were completed since the last entry are proposed, the last completed first", async () => {
    const { C, create, board } = await scene();
    const complete = async (title: string) => {
      const item = await portal.item(board, { title });
      await C.patch(`/api/feedback/${String(item.id)}`, { status: "complete" });
      return item;
    };
    const linked = await complete("Linked");
    await complete("Before");
    const entry = await create({ title: "News", itemIds: [linked.id] });
    await C.post(pathOf(entry, "/publish"), {});
    await complete("After");
    await portal.item(board, { title: "Open" });
    const proposed = (await C.get(`${LIST}/linkable`)).body as { title: string; isNew: boolean }[];
    expect(proposed.map(({ title, isNew }) => [title, isNew])).toEqual([
      ["After", true],
      ["Before", false],
    ]);
    const [known] = (await C.get(`${LIST}/linkable?ids=${String(linked.id)}`)).body;
    expect(known).toMatchObject({ title: "Linked", entry: { id: entry.id, title: "News" } });
  });
});
