import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let guest: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  guest = portal.visitor("localhost");
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  await portal.site({ allowPublicRegistration: true });
});

let serial = 0;

/**
 * Returns what the registration form sends (docs/specification.md "/register"), with new values at
 * each call.
 */
function form(changes: Record<string, unknown> = {}) {
  serial += 1;
  return {
    username: `founder${String(serial)}@example.com`,
    password: TEST_PASSWORD,
    fullName: "Fran Founder",
    role: "company_admin",
    companyName: `Venture ${String(serial)}`,
    subdomain: `venture-${String(serial)}`,
    ...changes,
  };
}

async function rowCounts() {
  const [row] = await portal.sql<Record<string, number>>(
    `select (select count(*)::int from company) as companies, (select count(*)::int from user_account) as users,
       (select count(*)::int from session) as sessions`,
  );
  return row;
}

describe("registering a company", () => {
  test("a registration creates the company and its admin, and signs the admin in", async () => {
    const account = form();
    const reply = await guest.post("/api/register", account);
    expect(reply).toMatchObject({
      status: 201,
      body: { username: account.username, fullName: "Fran Founder", role: "company_admin" },
    });
    const { companyId, id } = reply.body;
    const founder = portal.visitor("localhost", cookieOf(reply));
    expect((await founder.get("/api/user")).body).toMatchObject({ id, companyId });
    expect((await founder.get(`/api/company/${String(companyId)}`)).body).toMatchObject({
      id: companyId,
      name: account.companyName,
      subdomain: account.subdomain,
    });
    const again = await guest.post("/api/login", {
      username: account.username,
      password: TEST_PASSWORD,
    });
    expect(again.body).toEqual(reply.body);
  });

  test("a registered company is on the free plan with the status trialing, and has no boards", async () => {
    const account = form();
    await guest.post("/api/register", account);
    const [company] = await portal.sql(
      `select subscription_status, subscription_plan, allow_customer_sign_up from company where subdomain = $1`,
      [account.subdomain],
    );
    expect(company).toEqual({
      subscription_status: "trialing",
      subscription_plan: "free",
      allow_customer_sign_up: true,
    });
    const visitor = portal.visitor(`${account.subdomain}.localhost`);
    expect((await visitor.get("/api/boards")).body).toEqual([]);
  });

  test("a registration trims names and stores the subdomain in lower case", async () => {
    const account = form();
    const reply = await guest.post("/api/register", {
      ...account,
      fullName: "  Fran Founder ",
      companyName: ` ${account.companyName} `,
      subdomain: ` ${account.subdomain.toUpperCase()} `,
    });
    expect(reply.body.fullName).toBe("Fran Founder");
    const { body } = await portal.visitor(`${account.subdomain}.localhost`).get("/api/portal");
    expect(body.company).toMatchObject({ name: account.companyName, subdomain: account.subdomain });
  });

  test("a registration succeeds without a role in the body", async () => {
    const { role: _, ...account } = form();
    expect((await guest.post("/api/register", account)).body.role).toBe("company_admin");
  });

  test.each(["super_admin", "user", "owner", "", null, ["company_admin"]])(
    "a registration with the role %j is refused",
    async (role) => {
      const before = await rowCounts();
      const reply = await guest.post("/api/register", form({ role }));
      expect(reply.status).toBe(400);
      expect(Object.keys(reply.body.errors)).toEqual(["role"]);
      expect(await rowCounts()).toEqual(before);
    },
  );

  test("a registration ignores an id, company and date in the body", async () => {
    const other = await portal.company();
    const reply = await guest.post(
      "/api/register",
      form({
        id: 1,
        companyId: other.id,
        homeCompanyId: other.id,
        createdAt: "2001-01-01T00:00:00.000Z",
      }),
    );
    expect(reply.status).toBe(201);
    expect(reply.body.companyId).not.toBe(other.id);
    expect(reply.body.createdAt).not.toMatch(/^2001/);
  });
});

const SUBDOMAIN_PATTERN =
  "Subdomain can only contain lowercase letters, numbers, and hyphens, and cannot start or end with a hyphen";

describe("validation of the registration form", () => {
  test.each([
    [
      "username",
      "Invalid email format",
      ["fran", "fran@", "@example.com", "a b@example.com", 5, null],
    ],
    ["username", "Email is required", ["", " "]],
    [
      "username",
      "Invalid email format",
      [`${"a".repeat(250)}@example.com`, "a\u0000b@example.com"],
    ],
    ["password", "Password must be at least 8 characters", ["", "1234567"]],
    ["password", "Password must be at most 128 characters", ["x".repeat(129)]],
    ["password", "Password is required", [undefined, null, 12_345_678]],
    ["fullName", "Full name must be at least 2 characters", ["", "F", "  F  ", undefined, null]],
    ["fullName", "Full name must be at most 120 characters", ["x".repeat(121)]],
    ["companyName", "Company name must be at least 2 characters", ["", "C", " C ", undefined]],
    ["companyName", "Company name must be at most 120 characters", ["x".repeat(121)]],
    ["subdomain", "Subdomain must be at least 3 characters", ["", "ab", " ab ", undefined]],
    ["subdomain", "Subdomain must be less than 63 characters", ["a".repeat(64)]],
    ["subdomain", SUBDOMAIN_PATTERN, ["-abc", "abc-", "a_b", "a.b", "a b", "ünter"]],
  ])("an invalid value of the field %s is refused with '%s'", async (field, message, values) => {
    const before = await rowCounts();
    for (const value of values) {
      const reply = await guest.post("/api/register", form({ [field]: value }));
      expect([value, reply.status, reply.body.errors?.[field]]).toEqual([
        value,
        400,
        expect.arrayContaining([message]),
      ]);
      expect(Object.keys(reply.body.errors)).toEqual([field]);
    }
    expect(await rowCounts()).toEqual(before);
  });

  test("the shortest and longest values of the registration form are accepted", async () => {
    const bounds = { fullName: "Al", companyName: "HQ", subdomain: "a1z", password: "8 signs!" };
    expect((await guest.post("/api/register", form(bounds))).status).toBe(201);
    const longest = {
      companyName: "x".repeat(120),
      subdomain: "a".repeat(63),
      password: "🔑".repeat(64),
    };
    expect(
      (await guest.post("/api/register", form({ ...longest, fullName: "y".repeat(120) }))).status,
    ).toBe(201);
  });

  test("an empty registration form gets the errors of all fields", async () => {
    const empty = { fullName: "", username: "", companyName: "", subdomain: "", password: "" };
    const reply = await guest.post("/api/register", empty);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors).toSorted()).toEqual([
      "companyName",
      "fullName",
      "password",
      "subdomain",
      "username",
    ]);
  });
});

describe("taken e-mail addresses and subdomains", () => {
  test("a registration with a taken e-mail address, ignoring case, is refused and creates no company", async () => {
    const account = form();
    await guest.post("/api/register", account);
    const before = await rowCounts();
    const reply = await guest.post(
      "/api/register",
      form({ username: account.username.toUpperCase() }),
    );
    expect(reply).toMatchObject({ status: 409, text: '{"message":"Username already exists"}' });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(await rowCounts()).toEqual(before);
  });

  test("the subdomain of a refused registration stays available", async () => {
    const account = form();
    await guest.post("/api/register", account);
    const refused = form({ username: account.username });
    await guest.post("/api/register", refused);
    expect((await guest.post("/api/register", form({ subdomain: refused.subdomain }))).status).toBe(
      201,
    );
  });

  test("a subdomain that is in use, is reserved or belonged to a deleted company is refused as taken", async () => {
    const used = await portal.company();
    const deleted = await portal.company();
    await portal.sql("delete from company where id = $1", [deleted.id]);
    const before = await rowCounts();
    for (const subdomain of [
      used.subdomain,
      used.subdomain.toUpperCase(),
      deleted.subdomain,
      "www",
      "API",
      "admin",
    ]) {
      const reply = await guest.post("/api/register", form({ subdomain }));
      expect([subdomain, reply.status, reply.text]).toEqual([
        subdomain,
        409,
        '{"message":"Subdomain is already taken"}',
      ]);
    }
    expect(await rowCounts()).toEqual(before);
  });

  test("of ten concurrent registrations with the same subdomain only one succeeds", async () => {
    const { subdomain } = form();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => guest.post("/api/register", form({ subdomain }))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test("of ten concurrent registrations with the same e-mail address only one creates an account and a company", async () => {
    const before = await rowCounts();
    const { username } = form();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => guest.post("/api/register", form({ username }))),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect((await rowCounts())?.["companies"]).toBe((before?.["companies"] ?? 0) + 1);
  });
});

describe("public registration turned off", () => {
  beforeEach(() => portal.site({ allowPublicRegistration: false }));

  test("a registration gets 403 and creates nothing while public registration is off", async () => {
    const before = await rowCounts();
    const reply = await guest.post("/api/register", form());
    expect(reply).toMatchObject({
      status: 403,
      text: '{"message":"Public registration is disabled"}',
    });
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(await rowCounts()).toEqual(before);
  });

  test("while public registration is off, a registration gets 403 before its body is validated", async () => {
    expect((await guest.post("/api/register", { username: "?" })).status).toBe(403);
  });

  test("customers can register on a company's host while public registration is off", async () => {
    const company = await portal.company();
    const { username, password, fullName } = form();
    const reply = await portal
      .visitor(company.host)
      .post("/api/register", { username, password, fullName });
    expect(reply.status).toBe(201);
  });
});

test("a client address can register at most thirty accounts per hour", async () => {
  await guest.post("/api/register", form());
  await portal.sql("update throttle set hits = 29");
  expect((await guest.post("/api/register", form())).status).toBe(201);
  const reply = await guest.post("/api/register", form());
  expect(reply.status).toBe(429);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(3500);
});
