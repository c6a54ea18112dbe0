import { beforeAll, describe, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
let guest: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
  guest = portal.visitor("localhost");
});

interface Entry {
  id: number;
}

/**
 * The two kinds of entries. Every entry has a title and a text. The names of these two fields
 * depend on the kind.
 */
const KINDS = [
  {
    kind: "faq",
    path: "/api/admin/faqs",
    of: (question: string, answer = "Yes.") => ({ question, answer }),
    limits: { question: 300, answer: 5000 },
    required: { question: "Question is required", answer: "Answer is required" },
  },
  {
    kind: "announcement",
    path: "/api/admin/announcements",
    of: (title: string, content = "Today.") => ({ title, content }),
    limits: { title: 200, content: 5000 },
    required: { title: "Title is required", content: "Content is required" },
  },
] as const;

describe.each(KINDS)("entries of $path", ({ kind, path, of, limits, required }) => {
  const list = async () => (await guest.get(path)).body as Entry[];
  const create = async (name: string) => (await provider.post(path, of(name))).body as Entry;
  const clear = () => portal.sql(`delete from ${kind}`);

  test("each change of the landing page's entries is visible to visitors immediately", async () => {
    await clear();
    const first = await provider.post(path, of("  First? ", " One\ntwo "));
    expect([first.status, first.body]).toEqual([
      201,
      { id: expect.any(Number), ...of("First?", "One\ntwo") },
    ]);
    const second = await create("Second?");
    expect(await list()).toEqual([first.body, second]);
    const changed = await provider.patch(
      `${path}/${String(first.body.id)}`,
      of("Changed?", "Three"),
    );
    expect([changed.status, changed.body]).toEqual([
      200,
      { id: first.body.id, ...of("Changed?", "Three") },
    ]);
    expect(await list()).toEqual([changed.body, second]);
    const deletion = await provider.delete(`${path}/${String(first.body.id)}`);
    expect([deletion.status, deletion.text]).toEqual([204, ""]);
    expect(await list()).toEqual([second]);
    expect((await create("Third?")).id).not.toBe(first.body.id);
  });

  test("an entry of the landing page with an empty or too long field is refused with an error on that field", async () => {
    const { id } = await create("Stays");
    const before = await list();
    for (const [field, limit] of Object.entries(limits)) {
      const good = of("Good", "Good");
      for (const [value, message] of [
        ["", required[field as keyof typeof required]],
        [" \t", required[field as keyof typeof required]],
        [undefined, required[field as keyof typeof required]],
        [
          "x".repeat(limit + 1),
          expect.stringMatching(new RegExp(`at most ${String(limit)} characters$`)),
        ],
        ["a\u0000", expect.stringMatching(/cannot be stored$/)],
      ]) {
        for (const reply of [
          await provider.post(path, { ...good, [field]: value }),
          await provider.patch(`${path}/${String(id)}`, { ...good, [field]: value }),
        ]) {
          expect([reply.status, reply.body.message, Object.keys(reply.body.errors)]).toEqual([
            400,
            message,
            [field],
          ]);
        }
      }
      expect((await provider.post(path, { ...good, [field]: "x".repeat(limit) })).status).toBe(201);
    }
    expect((await list()).slice(0, before.length)).toEqual(before);
  });

  test("markup in an entry of the landing page is stored as text", async () => {
    const wild = of(
      "</script><script>alert(1)</script>",
      "<img src=x onerror=alert(1)> \u2028 & \" '",
    );
    const { body } = await provider.post(path, wild);
    expect(body).toEqual({ id: body.id, ...wild });
    expect(await list()).toContainEqual({ id: body.id, ...wild });
  });

  test("an order of the landing page's entries is stored if it contains every entry exactly once, and refused otherwise", async () => {
    await clear();
    const ids = [(await create("A")).id, (await create("B")).id, (await create("C")).id];
    const [a = 0, b = 0, c = 0] = ids;
    const order = (wanted: unknown) => provider.patch(`${path}/reorder`, { ids: wanted });
    const reply = await order([c, a, b]);
    expect([reply.status, reply.body.map(({ id }: Entry) => id)]).toEqual([200, [c, a, b]]);
    expect(await list()).toEqual(reply.body);
    expect((await create("D")).id).toBe((await list()).at(-1)?.id);
    const four = (await list()).map(({ id }) => id);
    const message = "The entries have changed meanwhile. Reload and order them again.";
    for (const wrong of [
      [],
      ids,
      [...four, 999_999_999],
      [...four, a],
      [a, a, b, c],
      [a, b, c, 999_999_999],
    ]) {
      const refused = await order(wrong);
      expect([wrong, refused.status, refused.body]).toEqual([
        wrong,
        400,
        { message, errors: { ids: [message] } },
      ]);
    }
    for (const wrong of [undefined, "1", [String(a)], [0], [1.5]])
      expect((await order(wrong)).status).toBe(400);
    expect((await list()).map(({ id }) => id)).toEqual(four);
  });

  test("concurrent adding, deleting and ordering of entries leaves no duplicate order indexes, and the next ordering leaves no gaps", async () => {
    await clear();
    for (const name of ["A", "B", "C", "D"]) await create(name);
    for (let round = 0; round < 15; round += 1) {
      const known = (await list()).map(({ id }) => id);
      const replies = await Promise.all([
        provider.patch(`${path}/reorder`, { ids: known.toReversed() }),
        provider.patch(`${path}/reorder`, { ids: [...known.slice(1), known[0]] }),
        provider.post(path, of(`New ${String(round)}`)),
        provider.post(path, of(`Newer ${String(round)}`)),
        provider.delete(`${path}/${String(known[0])}`),
      ]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      const places = await portal.sql<{ place: number }>(
        `select order_index as place from ${kind}`,
      );
      expect(new Set(places.map(({ place }) => place)).size).toBe(places.length);
      const now = (await list()).map(({ id }) => id);
      expect((await provider.patch(`${path}/reorder`, { ids: now })).status).toBe(200);
      const settled = await portal.sql<{ place: number }>(
        `select order_index as place from ${kind} order by order_index`,
      );
      expect(settled.map(({ place }) => place)).toEqual([...now.keys()]);
    }
  });

  test("no more than 100 entries of one kind can be added to the landing page, even by parallel requests", async () => {
    await clear();
    const names = Object.keys(of(""));
    await portal.sql(
      `insert into ${kind} (${names.join(", ")}, order_index)
       select 'Entry ' || n, 'Text', n from generate_series(1, 98) n`,
    );
    const replies = await Promise.all(
      ["A", "B", "C", "D"].map((name) => provider.post(path, of(name))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ message: "The landing page can have at most 100 of these" });
    await clear();
  });

  test("creating, changing, reordering and deleting the landing page's entries is recorded in the installation's audit log", async () => {
    await clear();
    const before = (await siteAuditOf(portal)).length;
    const { id } = await create("Question");
    await provider.patch(`${path}/${String(id)}`, of("Another"));
    await provider.patch(`${path}/${String(id)}`, of(""));
    await provider.patch(`${path}/reorder`, { ids: [id] });
    await provider.delete(`${path}/${String(id)}`);
    await provider.delete(`${path}/${String(id)}`);
    const actor = superAdmin.username;
    const named = { from: "Question", to: "Another" };
    const changed = kind === "faq" ? { question: named } : { title: named };
    expect((await siteAuditOf(portal)).slice(before)).toMatchObject([
      { actor, action: `${kind}.create`, subject: "Question", details: {} },
      { actor, action: `${kind}.update`, subject: "Another", details: changed },
      { actor, action: `${kind}.reorder`, subject: "", details: {} },
      { actor, action: `${kind}.delete`, subject: "Another", details: {} },
    ]);
  });
});
