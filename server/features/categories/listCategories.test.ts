import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("listing categories", () => {
  test("categories are sorted by name without case, the same for every viewer", async () => {
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

  test("a listed category has id, name and date", async () => {
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
