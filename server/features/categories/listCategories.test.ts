import { beforeAll, describe, expect, test } from "vitest";
import { nextOf, readEachPage } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("listing categories", () => {
  test("every viewer gets the categories sorted by name ignoring case", async () => {
    const company = await portal.company();
    for (const name of ["mobile", "Billing", "API", "Zoo"]) await portal.category(company, name);
    const { viewers, other } = await castOf(portal, company);
    await portal.category(other, "Theirs");
    for (const key of ["A", "U", "P", "V", "C", "T", "W"] as const) {
      const { status, body, headers } = await viewers[key].get("/api/categories");
      expect([key, status, headers["x-total-count"]]).toEqual([key, 200, "4"]);
      expect(body.map(({ name }: { name: string }) => name)).toEqual([
        "API",
        "Billing",
        "mobile",
        "Zoo",
      ]);
    }
    expect((await viewers.X.get("/api/categories")).body).toMatchObject([{ name: "Theirs" }]);
    expect((await viewers.S.get("/api/categories")).body).toEqual([]);
    expect((await viewers.N.get("/api/categories")).status).toBe(401);
  });

  test("a listed category has an id, a name and a creation date", async () => {
    const company = await portal.company();
    const { id, name } = await portal.category(company);
    const { body } = await portal.visitor(company.host).get("/api/categories");
    expect(body[0]).toMatchObject({ id, name, createdAt: expect.stringMatching(/^\d{4}-.*Z$/) });
  });

  test("a company without categories gets the empty list", async () => {
    const { host } = await portal.company();
    expect(await portal.visitor(host).get("/api/categories")).toMatchObject({
      status: 200,
      body: [],
    });
  });
});

describe("pages of categories", () => {
  interface Named {
    name: string;
  }
  const namesOf = (categories: readonly Named[]) => categories.map(({ name }) => name);
  const LIST = "/api/categories";

  async function withCategories(...names: string[]) {
    const company = await portal.company();
    for (const name of names) await portal.category(company, name);
    const guest = portal.visitor(company.host);
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    return { company, guest, admin, sorted: namesOf((await guest.get(LIST)).body) };
  }

  test("pages of every size neither skip nor repeat a category, even if names have the maximum length", async () => {
    const longest = ["😀", "Ü", "漢", "\u0001"].map((letter) => letter.repeat(60));
    const { guest, sorted } = await withCategories("b", "A", "Über", "a b", "Éclair", ...longest);
    expect(sorted).toHaveLength(9);
    for (const limit of [1, 2, 8, 9, 200]) {
      const pages = await readEachPage<Named>(guest, `${LIST}?limit=${String(limit)}`);
      expect(pages.flatMap(({ items }) => namesOf(items))).toEqual(sorted);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([9]));
    }
  });

  test("without parameters a page contains up to 200 categories of a company", async () => {
    const { company, guest } = await withCategories();
    await portal.sql(
      `insert into board_category (company_id, name)
       select $1::bigint, 'Category ' || n from generate_series(1, 201) n`,
      [company.id],
    );
    const pages = await readEachPage<Named>(guest, LIST);
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [200, 201],
      [1, 201],
    ]);
  });

  test("adding, renaming or deleting categories while paging does not skip any other category", async () => {
    const { guest, admin } = await withCategories("a", "b", "c", "d", "e");
    const first = await guest.get(`${LIST}?limit=2`);
    const [a, b] = first.body as { id: number }[];
    await admin.post(LIST, { name: "aa" });
    await admin.patch(`${LIST}/${String(a?.id)}`, { name: "z" });
    await admin.delete(`${LIST}/${String(b?.id)}`);
    const rest = await readEachPage<Named>(guest, nextOf(first) ?? "");
    // The renamed category is now listed after all other categories.
    expect(rest.flatMap(({ items }) => namesOf(items))).toEqual(["c", "d", "e", "z"]);
  });

  test("the list of categories refuses an invalid limit, an invalid cursor and a cursor of the list of boards", async () => {
    const { guest } = await withCategories("a");
    const position = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const query of ["limit=201", "cursor=x", `cursor=${position(["boards", "0", 1])}`]) {
      const { status, body } = await guest.get(`${LIST}?${query}`);
      const field = query.split("=")[0] ?? "";
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, [field]]);
    }
  });
});
