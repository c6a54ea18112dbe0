import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const LIST = "/api/admin/companies";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

interface Named {
  id: number;
  name: string;
}

const { authBackgroundColor: _, ...COLOURS } = DEFAULT_BRANDING;

describe("listing companies in the admin console", () => {
  test("each listed company shows its subscription and its numbers of boards, items and users", async () => {
    const company = await portal.company("Listed Ltd");
    await portal.sql(
      `update company set description = 'What it does', website = 'https://listed.example', custom_domain = 'pending.example.com',
         stripe_customer_id = 'cus_1', subscription_status = 'active', subscription_plan = 'starter' where id = $1`,
      [company.id],
    );
    const boards = [
      await portal.board(company),
      await portal.board(company, { isPrivate: true }),
    ] as const;
    for (const board of [boards[0], boards[0], boards[1]]) await portal.item(board);
    await portal.user("company_admin", company);
    const { status, body, headers } = await provider.get(`${LIST}?search=Listed`);
    expect([status, headers["x-total-count"], body]).toEqual([
      200,
      "1",
      [
        {
          id: company.id,
          name: "Listed Ltd",
          description: "What it does",
          website: "https://listed.example",
          logoUrl: null,
          darkLogoUrl: null,
          subdomain: company.subdomain,
          customDomain: "pending.example.com",
          brandingSettings: COLOURS,
          stripeCustomerId: "cus_1",
          subscriptionStatus: "active",
          subscriptionPlan: "starter",
          boardsCount: 2,
          feedbackCount: 3,
          usersCount: 1,
          isBeingDeleted: false,
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    ]);
  });

  test("the search finds companies by a literal part of their name, subdomain, domain, website or Stripe ID, ignoring case", async () => {
    const company = await portal.company("Über 100% Größe_x \\ Co");
    await portal.sql(
      "update company set website = 'https://find-me.example', custom_domain = 'my.domain.example', stripe_customer_id = 'cus_FindMe' where id = $1",
      [company.id],
    );
    const found = async (search: string) => {
      const { body, headers } = await provider.get(`${LIST}?search=${encodeURIComponent(search)}`);
      expect(headers["x-total-count"]).toBe(String(body.length));
      return body.map(({ id }: Named) => id);
    };
    for (const search of [
      "über 100%",
      "00% g",
      "größe_X",
      "e_x \\ c",
      company.subdomain.toUpperCase(),
      "find-me.ex",
      "my.domain",
      "CUS_findme",
      "  Größe  ",
    ]) {
      expect([search, await found(search)]).toEqual([search, [company.id]]);
    }
    for (const search of ["100_", "größe%x", "nobody has this", "'; drop table company; --"]) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
  });

  test("paging through companies sorted by name, ignoring case, or by date neither skips nor repeats a company", async () => {
    const names = [
      "delta",
      "Alpha",
      "alpha",
      "Éclair",
      "bravo",
      "ALPHA",
      "Bravo 2",
      "charlie",
      "zulu",
      "Über",
    ];
    for (const name of names) await portal.company(`Paged ${name}`);
    await portal.sql("update company set created_at = '2026-01-01' where name like 'Paged %lpha'");
    const expected = await portal.sql<Named>(
      "select id::int, name from company order by lower(name), id",
    );
    const byDate = await portal.sql<Named>(
      "select id::int, name from company order by created_at desc, id desc",
    );
    for (const limit of [1, 3, 100]) {
      const named = await readPages<Named>(provider, `${LIST}?limit=${String(limit)}`);
      expect(named.items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(new Set(named.totals)).toEqual(new Set([expected.length]));
      const dated = await readPages<Named>(provider, `${LIST}?sort=date&limit=${String(limit)}`);
      expect(dated.items.map(({ id }) => id)).toEqual(byDate.map(({ id }) => id));
    }
    const searched = await readPages<Named>(provider, `${LIST}?search=paged%20alpha&limit=2`);
    expect([searched.items.length, searched.totals]).toEqual([3, [3, 3]]);
  });

  test("paging neither skips nor repeats companies whose names have the maximum length of 120 characters", async () => {
    const names = ["ü", "漢", "\u0001"].map((letter) => `Longest ${letter.repeat(112)}`);
    for (const name of names) await portal.company(name);
    const { items } = await readPages<Named>(provider, `${LIST}?search=longest&limit=1`);
    expect(new Set(items.map(({ name }) => name))).toEqual(new Set(names));
  });

  test("a page of the company list has 20 companies by default", async () => {
    for (let n = 0; n < 21; n += 1) await portal.company();
    const { body, headers } = await provider.get(LIST);
    expect([body.length, Number(headers["x-total-count"]) > 20]).toEqual([20, true]);
    expect(headers.link).toMatch(/^<\/api\/admin\/companies\?cursor=[\w-]+>; rel="next"$/);
  });

  test("the company list refuses an unknown order and an invalid limit, cursor or search", async () => {
    await portal.company();
    await portal.company();
    const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const { headers } = await provider.get(`${LIST}?limit=1`);
    const byName = /cursor=(?<cursor>[\w-]+)/.exec(String(headers.link))?.groups?.cursor ?? "";
    for (const query of [
      "sort=plan",
      "limit=0",
      "limit=101",
      "limit=x",
      "cursor=x",
      "cursor=%00",
      `cursor=${place(["name"])}`,
      `cursor=${place(null)}`,
      `cursor=${place(["name", 1, 1])}`,
      `cursor=${place(["name", "a", "1"])}`,
      `cursor=${place(["name", "a", 1.5])}`,
      `cursor=${place(["name", "a\u0000b", 1])}`,
      `cursor=${place(["name", "\ud800", 1])}`,
      `sort=date&cursor=${byName}`,
      `sort=date&cursor=${place(["date", "yesterday", 1])}`,
      `sort=date&cursor=${place(["date", "2026-13-45T00:00:00.000Z", 1])}`,
      `sort=date&cursor=${place(["date", "", 1])}`,
      `search=${"x".repeat(201)}`,
      "search=%00",
    ]) {
      const { status, body } = await provider.get(`${LIST}?${query}`);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([
        query,
        400,
        [query.split(/[=&]/).at(-2)],
      ]);
    }
  });
});
