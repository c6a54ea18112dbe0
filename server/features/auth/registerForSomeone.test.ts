import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import { cookieOf } from "#server/checks/fixtures/cookieOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
});
beforeEach(() => portal.sql("delete from throttle"));

const PASSWORD = "made up for you";
let serial = 0;

/**
 * Returns what a super admin's form for a new account sends, with a new e-mail address and company
 * at each call.
 */
function form(changes: object = {}) {
  serial += 1;
  const username = `someone-${String(serial)}@example.com`;
  return {
    username,
    fullName: "Some One",
    companyName: `Some Company ${String(serial)}`,
    role: "company_admin",
    password: PASSWORD,
    ...changes,
  };
}

const companiesNamed = (name: string) =>
  portal.sql<{ id: number; subdomain: string }>(
    "select id::int, subdomain from company where lower(name) = lower($1) order by id",
    [name],
  );

describe("accounts created by a super admin", () => {
  test("an account created by a super admin has the role company_admin and a temporary password", async () => {
    const account = form();
    const reply = await provider.post("/api/register", account);
    const [company] = await companiesNamed(account.companyName);
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        username: account.username,
        fullName: "Some One",
        pictureUrl: null,
        role: "company_admin",
        companyId: company?.id,
        mustChangePassword: true,
        mustSetUpMfa: false,
        confirmedAt: null,
        mustConfirmEmail: false,
        createdAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect(reply.headers["set-cookie"]).toBeUndefined();
    expect(reply.text).not.toContain(PASSWORD);
    expect((await provider.get("/api/user")).body.id).toBe(superAdmin.id);
    expect(await portal.sql("select 1 from session where user_id = $1", [reply.body.id])).toEqual(
      [],
    );
  });

  test("an account with a temporary password has an admin's rights only after the password is changed", async () => {
    const account = form();
    await provider.post("/api/register", account);
    const { username } = account;
    const guest = portal.visitor("localhost");
    const login = await guest.post("/api/login", { username, password: PASSWORD });
    expect(login).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    const fresh = portal.visitor("localhost", cookieOf(login));
    expect(await fresh.post("/api/boards", { name: "N", slug: "n" })).toMatchObject({
      status: 403,
      body: { message: "Change your temporary password first" },
    });
    expect((await fresh.get("/api/boards")).status).toBe(403);
    expect((await fresh.get("/api/user")).status).toBe(200);
    const words = { currentPassword: PASSWORD, newPassword: "a password of my own" };
    const changed = await fresh.post("/api/user/password", words);
    expect(changed).toMatchObject({ status: 200, body: { mustChangePassword: false } });
    const settled = portal.visitor("localhost", cookieOf(changed));
    expect((await settled.post("/api/boards", { name: "N", slug: "n" })).status).toBe(201);
    expect((await guest.post("/api/login", { username, password: PASSWORD })).status).toBe(401);
  });

  test("a temporary password expires after 24 hours", async () => {
    const account = form();
    const { body } = await provider.post("/api/register", account);
    const credentials = { username: account.username, password: PASSWORD };
    const age = (time: string) =>
      portal.sql(
        "update user_account set temporary_password_until = temporary_password_until - $2::interval where id = $1",
        [body.id, time],
      );
    await age("23 hours 59 minutes");
    expect((await portal.visitor("localhost").post("/api/login", credentials)).status).toBe(200);
    await age("2 minutes");
    const late = await portal.visitor("localhost").post("/api/login", credentials);
    expect([late.status, late.headers["set-cookie"]]).toEqual([401, undefined]);
  });

  test("an account created by a super admin joins the company with the given name, ignoring case, or a new company if no company has this name", async () => {
    const company = await portal.company("Acme Werkzeuge");
    const reply = await provider.post("/api/register", form({ companyName: " ACME werkzeuge " }));
    expect(reply.body.companyId).toBe(company.id);
    const created = await provider.post("/api/register", form({ companyName: "Größe & Söhne" }));
    expect(await companiesNamed("Größe & Söhne")).toEqual([
      { id: created.body.companyId, subdomain: "gro-e-sohne" },
    ]);
  });

  test("a new company gets a subdomain with a number if the subdomain derived from its name is unavailable", async () => {
    await portal.sql("insert into retired_subdomain (subdomain) values ('retired-name')");
    await portal.sql("insert into company (name, subdomain) values ('Someone else', 'taken-name')");
    for (const name of ["Admin", "Taken Name", "Retired Name", "日本", "Xy"]) {
      const { status } = await provider.post("/api/register", form({ companyName: name }));
      expect([name, status]).toEqual([name, 201]);
      const [company] = await companiesNamed(name);
      expect(company?.subdomain).toMatch(/^[a-z][a-z-]*-\d{4}$/);
    }
  });

  test("ten concurrent requests for accounts of a new company create one company", async () => {
    const companyName = "Opened At Once";
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => provider.post("/api/register", form({ companyName }))),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    const companies = await companiesNamed(companyName);
    expect(companies).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.companyId))).toEqual(new Set([companies[0]?.id]));
  });

  test("an account created by a super admin joins a company with the given name that is created concurrently", async () => {
    const lock = {
      text: "insert into company (name, subdomain) values ($1, $2)",
      values: ["Same Moment", "same-moment"],
      waiting: 1,
    };
    const { status, body } = await commitWhenBlocked(portal, lock, () =>
      provider.post("/api/register", form({ companyName: "Same Moment" })),
    );
    const companies = await companiesNamed("Same Moment");
    expect([status, companies]).toEqual([201, [{ id: body.companyId, subdomain: "same-moment" }]]);
  });

  test("an account with invalid fields or a taken e-mail address is refused, and no company is created", async () => {
    const taken = await portal.user("user");
    for (const [changes, field, message] of [
      [{ username: "nobody" }, "username", "Invalid email format"],
      [{ fullName: "x" }, "fullName", "Full name must be at least 2 characters"],
      [{ companyName: "x" }, "companyName", "Company name must be at least 2 characters"],
      [{ companyName: undefined }, "companyName", "Company name must be at least 2 characters"],
      [{ password: "short" }, "password", "Password must be at least 8 characters"],
      [{ role: "user" }, "role", "Role must be company_admin here"],
      [{ role: "super_admin" }, "role", "Role must be user or company_admin"],
    ] as const) {
      const reply = await provider.post(
        "/api/register",
        form({ companyName: "Never Made", ...changes }),
      );
      expect([field, reply.status, reply.body]).toEqual([
        field,
        400,
        { message, errors: { [field]: [message] } },
      ]);
    }
    const again = form({ companyName: "Never Made", username: taken.username.toUpperCase() });
    const reply = await provider.post("/api/register", again);
    expect([reply.status, reply.body]).toEqual([409, { message: "Username already exists" }]);
    expect(await companiesNamed("Never Made")).toEqual([]);
  });

  test("the installation's audit log records a created account without its password", async () => {
    const account = form();
    await provider.post("/api/register", account);
    const entry = (await siteAuditOf(portal)).at(-1);
    expect(entry).toEqual({
      actor: superAdmin.username,
      action: "user.create",
      subject: account.username,
      details: { companyName: account.companyName },
    });
  });
});
