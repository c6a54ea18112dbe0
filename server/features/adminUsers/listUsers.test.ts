import { beforeAll, describe, expect, test } from "vitest";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const LIST = "/api/admin/users";

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

interface Listed {
  id: number;
}

describe("listing users in the admin console", () => {
  test("each listed user has a name, a role and a company, but no password hash", async () => {
    const company = await portal.company("Users Ltd");
    const user = await portal.user("company_admin", company);
    const { status, body, text } = await provider.get(`${LIST}?search=${user.username}`);
    expect([status, body]).toEqual([
      200,
      [
        {
          id: user.id,
          username: user.username,
          fullName: user.fullName,
          pictureUrl: null,
          role: "company_admin",
          companyId: company.id,
          companyName: "Users Ltd",
          isActive: true,
          mustChangePassword: false,
          hasMfa: false,
          confirmedAt: expect.any(String),
          createdAt: expect.stringMatching(/Z$/),
        },
      ],
    ]);
    expect(text).not.toMatch(/argon2|hash/i);
  });

  test("the search finds users by a literal part of their e-mail address, name or company, ignoring case", async () => {
    const company = await portal.company("Fünf%Sterne_GmbH");
    const user = await portal.user("user", company);
    await portal.sql("update user_account set full_name = 'Zoë \\ Öztürk' where id = $1", [
      user.id,
    ]);
    const found = async (search: string) => {
      const { body, headers } = await provider.get(`${LIST}?search=${encodeURIComponent(search)}`);
      expect(headers["x-total-count"]).toBe(String(body.length));
      return body.map(({ id }: Listed) => id);
    };
    for (const search of [
      "fünf%",
      "sterne_g",
      "zoë \\ ö",
      user.username.toUpperCase(),
      " ÖZTÜRK ",
    ]) {
      expect([search, await found(search)]).toEqual([search, [user.id]]);
    }
    for (const search of ["fünf_", "sterne%g", "nobody is called this"]) {
      expect([search, await found(search)]).toEqual([search, []]);
    }
  });

  test("imported people are neither listed nor counted as users", async () => {
    const company = await portal.company("Imported Ltd");
    const user = await portal.user("user", company);
    const imported = await portal.user("user", company);
    await portal.sql("update user_account set is_imported = true where id = $1", [imported.id]);
    for (const query of ["search=imported ltd", `companyId=${String(company.id)}`]) {
      const { body, headers } = await provider.get(`${LIST}?${query}`);
      expect([body.map(({ id }: Listed) => id), headers["x-total-count"]]).toEqual([
        [user.id],
        "1",
      ]);
    }
  });

  test("the user list can be filtered by role, by company and by a search, alone and in combination", async () => {
    const company = await portal.company("Filtered Ltd");
    const other = await portal.company("Other Ltd");
    const admin = await portal.user("company_admin", company);
    const customer = await portal.user("user", company);
    const stranger = await portal.user("company_admin", other);
    const found = async (query: string) => {
      const { body, headers } = await provider.get(`${LIST}?${query}`);
      expect(headers["x-total-count"]).toBe(String(body.length));
      return body.map(({ id }: Listed) => id);
    };
    const ofCompany = `companyId=${String(company.id)}`;
    expect(await found(ofCompany)).toEqual([customer.id, admin.id]);
    expect(await found(`${ofCompany}&role=company_admin`)).toEqual([admin.id]);
    expect(await found("role=company_admin&search=Other%20Ltd")).toEqual([stranger.id]);
    expect(await found(`${ofCompany}&search=${stranger.username}`)).toEqual([]);
  });

  test("paging users, newest first, neither skips nor repeats a user while accounts are created", async () => {
    for (let n = 0; n < 12; n += 1) await portal.user("user");
    await portal.sql("update user_account set created_at = '2026-01-01' where id % 2 = 0");
    const expected = await portal.sql<Listed>(
      "select id::int from user_account where not is_imported order by created_at desc, id desc",
    );
    for (const limit of [1, 5, 100]) {
      const { items, totals } = await readPages<Listed>(provider, `${LIST}?limit=${String(limit)}`);
      expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect(new Set(totals)).toEqual(new Set([expected.length]));
    }
    const first = await provider.get(`${LIST}?limit=5`);
    await portal.user("user");
    const next = /^<(?<url>[^>]+)>/.exec(String(first.headers.link))?.groups?.url ?? "";
    const second = await provider.get(next);
    expect([...first.body, ...second.body].map(({ id }: Listed) => id)).toEqual(
      expected.slice(0, 10).map(({ id }) => id),
    );
  });

  test("the user list refuses an invalid limit, cursor or search", async () => {
    await portal.user("user");
    const place = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const query of [
      "limit=0",
      "limit=101",
      "cursor=x",
      `cursor=${place(["date", "yesterday", 1])}`,
      `cursor=${place(["date", "2026-02-30T00:00:00.000Z", 1])}`,
      `cursor=${place(["date", "0000-01-01T00:00:00.000Z", 1])}`,
      `cursor=${place(["date", "2026-01-01T00:00:00.000Z", 1.5])}`,
      `cursor=${place(["votes", "1", 1])}`,
      "search=%00",
      "role=owner",
      "companyId=x",
    ]) {
      const { status, body } = await provider.get(`${LIST}?${query}`);
      expect([query, status, Object.keys(body.errors ?? {})]).toEqual([
        query,
        400,
        [query.split("=")[0]],
      ]);
    }
  });
});
