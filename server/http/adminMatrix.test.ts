import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { routes } from "#server/routes.ts";
import type { TestCompany } from "#server/testing/factories.ts";
import type { Reply, TestPortal, Visitor } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import type { Cast, ViewerKey } from "#server/testing/viewers.ts";
import { castOf } from "#server/testing/viewers.ts";

// DECISIONS "Who may call what", the admins' part. Columns as in `server/testing/viewers.ts`.
const COLUMNS: ViewerKey[] = ["N", "A", "U", "P", "C", "X", "V", "S", "T", "W"];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Scene extends Cast {
  company: TestCompany;
}

type Call = (visitor: Visitor, scene: Scene, column: ViewerKey) => Promise<Reply>;

let serial = 0;
const fresh = (what: string) => `${what}-${String((serial += 1))}`;

async function statuses(call: Call): Promise<string> {
  const company = await portal.company();
  const set = { ...(await castOf(portal, company)), company };
  const found: number[] = [];
  for (const column of COLUMNS) found.push((await call(set.viewers[column], set, column)).status);
  return found.join(" ");
}

const board = async ({ company }: Scene) => `/api/boards/${String((await portal.board(company)).id)}`;
const category = async ({ company }: Scene) =>
  `/api/categories/${String((await portal.category(company)).id)}`;
const companyPath = ({ company }: Scene) => `/api/company/${String(company.id)}`;
const { authBackgroundColor: _, ...brandingSettings } = DEFAULT_BRANDING;

/** Boards of A, in the order of their ids, so that sending them changes nothing. */
async function boardIdsOf(company: { id: number }): Promise<number[]> {
  return (
    await portal.sql<{ id: string }>("select id from board where company_id = $1 order by id", [company.id])
  ).map(({ id }) => Number(id));
}

const ROWS: [name: string, expected: string, call: Call][] = [
  //                              N   A   U   P   C   X   V   S   T   W
  [
    "POST boards with A's companyId",
    "401 401 403 403 201 403 403 403 201 201",
    (v, s) => v.post("/api/boards", { name: "Ideas", slug: fresh("ideas"), companyId: s.company.id }),
  ],
  [
    "POST boards",
    "401 401 403 403 201 201 403 403 201 201",
    (v) => v.post("/api/boards", { name: "Ideas", slug: fresh("ideas") }),
  ],
  [
    "PATCH boards/{id}",
    "401 401 403 403 200 404 403 404 200 200",
    async (v, s) => v.patch(await board(s), { name: "Renamed" }),
  ],
  ["DELETE boards/{id}", "401 401 403 403 204 404 403 404 204 204", async (v, s) => v.delete(await board(s))],
  [
    "PATCH boards/reorder with A's boards",
    "401 401 403 403 200 400 403 403 200 200",
    async (v, s) => {
      await portal.board(s.company);
      return v.patch("/api/boards/reorder", { boardIds: await boardIdsOf(s.company) });
    },
  ],
  [
    "POST categories",
    "401 401 403 403 201 201 403 403 201 201",
    (v) => v.post("/api/categories", { name: fresh("Category") }),
  ],
  [
    "PATCH categories/{id}",
    "401 401 403 403 200 404 403 404 200 200",
    async (v, s) => v.patch(await category(s), { name: fresh("Renamed") }),
  ],
  [
    "DELETE categories/{id}",
    "401 401 403 403 204 404 403 404 204 204",
    async (v, s) => v.delete(await category(s)),
  ],
  [
    "GET company/{A}/settings",
    "401 401 403 403 200 404 403 200 200 200",
    (v, s) => v.get(`${companyPath(s)}/settings`),
  ],
  [
    "PATCH company/{A}",
    "401 401 403 403 200 404 403 200 200 200",
    (v, s) => v.patch(companyPath(s), { name: "Renamed", description: "", website: "" }),
  ],
  [
    "PATCH company/{A}/branding",
    "401 401 403 403 200 404 403 200 200 200",
    (v, s) => v.patch(`${companyPath(s)}/branding`, { brandingSettings }),
  ],
  [
    "PATCH company/{A}/domain",
    "401 401 403 403 200 404 403 200 200 200",
    (v, s) => v.patch(`${companyPath(s)}/domain`, { customDomain: "" }),
  ],
];

describe("a company's own settings", () => {
  test.each(ROWS)("%s", async (_name, expected, call) => {
    expect(await statuses(call)).toBe(expected);
  });

  test("another company's admin changes nothing of it, by no id", async () => {
    const company = await portal.company();
    const set = { ...(await castOf(portal, company)), company };
    const { X } = set.viewers;
    await X.patch(await board(set), { name: "Hijacked" });
    await X.patch(await category(set), { name: "Hijacked" });
    await X.patch(companyPath(set), { name: "Hijacked", description: "", website: "" });
    await X.post("/api/boards", { name: "Hijacked", slug: "hijacked", companyId: company.id });
    const found = await portal.sql(
      `select name from company where name = 'Hijacked' union all select name from board where name = 'Hijacked'
       union all select name from board_category where name = 'Hijacked'`,
    );
    expect(found).toEqual([]);
  });
});

const PUBLIC = ["site-settings", "landing-page", "faqs", "announcements"].map(
  (name) => `GET /api/admin/${name}`,
);
const CONSOLE = routes
  .map(({ endpoint: { method, path } }) => ({ method, path, name: `${method} ${path}` }))
  .filter(({ path, name }) => path.startsWith("/api/admin/") && !PUBLIC.includes(name));

describe("every other call of the provider's console", () => {
  test("there are such calls", () => {
    expect(CONSOLE.length).toBeGreaterThan(10);
  });

  test.each(CONSOLE)("$name is the super admin's alone", async ({ method, path }) => {
    const company = await portal.company();
    const { viewers } = await castOf(portal, company);
    const url = path.replace(/:\w+/g, "999999999");
    const send = (visitor: Visitor) => {
      if (method === "GET") return visitor.get(url);
      if (method === "DELETE") return visitor.delete(url);
      return method === "POST" ? visitor.post(url, {}) : visitor.patch(url, {});
    };
    for (const key of ["N", "A"] as const)
      expect([key, (await send(viewers[key])).status]).toEqual([key, 401]);
    for (const key of ["U", "P", "C", "X", "V"] as const) {
      expect([key, (await send(viewers[key])).status]).toEqual([key, 403]);
    }
    for (const key of ["S", "T", "W"] as const) {
      const { status } = await send(viewers[key]);
      expect([key, status, status < 500 && status !== 401 && status !== 403]).toEqual([key, status, true]);
    }
  });
});
