import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ REQUIRE_CONFIRMED_EMAIL: "1" });
});
beforeEach(() => portal.sql("delete from throttle"));

const DEAD = {
  status: 400,
  body: { errors: { code: [expect.stringContaining("no longer works")] } },
};
const WRONG = { status: 400, body: { errors: { code: ["This code is not right"] } } };
let serial = 0;
const newAddress = () => `by-mail-${String((serial += 1))}@example.com`;

const request = (browser: TestBrowser, username: string, from?: string) =>
  browser.post("/api/login/code", { username, from });
const confirm = (browser: TestBrowser, code: string, more: object = {}): Promise<Reply> =>
  browser.post("/api/login/code/confirm", { code, ...more });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Sends the queued mails. Returns the last one with its code and the path of its link. */
async function lastMail() {
  const mail = (await runJobs(portal)).findLast(({ text }) => /^\d{6}$/m.test(text));
  const { text = "", to } = mail ?? {};
  const code = /^\d{6}$/m.exec(text)?.[0] ?? "";
  return { to, text, code, link: /https?:\/\/[^/]+(\/login\/link\/\S+)/.exec(text)?.[1] ?? "" };
}

/** Requests a code in a browser. Returns the mail. */
async function mailed(browser: TestBrowser, username: string, from?: string) {
  expect((await request(browser, username, from)).status).toBe(200);
  return lastMail();
}

async function customerScene() {
  const company = await portal.company();
  const customer = await portal.user("user", company);
  return { company, customer, browser: openBrowser(portal, company.host) };
}

describe("logging in by a mailed code", () => {
  test("a code signs its account in, in the browser that has requested it, and works once", async () => {
    const { company, customer, browser } = await customerScene();
    const { to, code } = await mailed(browser, customer.username.toUpperCase());
    expect(to).toBe(customer.username);
    const reply = await confirm(browser, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect(reply).toMatchObject({ status: 200, body: { id: customer.id, companyId: company.id } });
    expect((await browser.get("/api/user")).body).toEqual(reply.body);
    expect(browser.cookies.has("hearback_login")).toBe(false);
    expect(await confirm(browser, code)).toMatchObject(DEAD);
  });

  test("an unknown address gets the same response and no mail where nobody can sign up, and no code is right for it", async () => {
    const { company, customer } = await customerScene();
    await portal.sql("update company set allow_customer_sign_up = false where id = $1", [
      company.id,
    ]);
    portal.publish();
    const replies = [];
    for (const username of [customer.username, newAddress(), "no address"]) {
      const browser = openBrowser(portal, company.host);
      const asked = await request(browser, username);
      const mails = await runJobs(portal);
      expect(mails.map(({ to }) => to)).toEqual(username === customer.username ? [username] : []);
      const tries = [
        await confirm(browser, "000000"),
        await confirm(openBrowser(portal, company.host), "000000"),
      ];
      const cookie = String(asked.headers["set-cookie"]).replace(/=[^;]+/, "=");
      replies.push([
        asked.status,
        asked.text,
        cookie,
        ...tries.map(({ status, text }) => [status, text]),
      ]);
    }
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
  });

  test("a code works neither in another browser nor for the request of another address", async () => {
    const { company, customer, browser } = await customerScene();
    const stranger = await portal.user("user", company);
    const own = openBrowser(portal, company.host);
    await request(own, stranger.username);
    const { code } = await mailed(browser, customer.username);
    expect(await confirm(openBrowser(portal, company.host), code)).toMatchObject(DEAD);
    expect(await confirm(own, code)).toMatchObject(WRONG);
    expect((await confirm(browser, code)).status).toBe(200);
  });

  test("a code does not work on another host, even with the cookie", async () => {
    const { customer, browser } = await customerScene();
    const { code } = await mailed(browser, customer.username);
    const elsewhere = openBrowser(portal, (await portal.company()).host);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect(await confirm(elsewhere, code)).toMatchObject(DEAD);
  });

  test("a new code replaces the previous code and its link, at most once a minute", async () => {
    const { customer, browser } = await customerScene();
    const first = await mailed(browser, customer.username);
    const early = await request(browser, customer.username);
    expect(early.body.resendIn).toBeGreaterThan(50);
    expect(await runJobs(portal)).toEqual([]);
    await portal.sql("update login_code set created_at = now() - interval '61 s'");
    const second = await mailed(browser, customer.username);
    expect((await browser.get(first.link)).status).toBe(404);
    if (first.code !== second.code) expect(await confirm(browser, first.code)).toMatchObject(WRONG);
    expect((await confirm(browser, second.code)).status).toBe(200);
  });

  test("a code works for ten minutes and five attempts", async () => {
    const { customer, browser } = await customerScene();
    const { code } = await mailed(browser, customer.username);
    await portal.sql("update login_code set expires_at = expires_at - interval '9 min 50 s'");
    for (let attempt = 1; attempt <= 4; attempt += 1)
      expect(await confirm(browser, other(code))).toMatchObject(WRONG);
    await portal.sql("update login_code set expires_at = expires_at - interval '11 s'");
    expect(await confirm(browser, code)).toMatchObject(DEAD);
    await portal.sql("update login_code set expires_at = now() + interval '1 min'");
    expect(await confirm(browser, other(code))).toMatchObject(WRONG);
    expect(await confirm(browser, code)).toMatchObject(DEAD);
  });

  test("of two concurrent calls with the same code, only one signs in", async () => {
    const { customer, browser } = await customerScene();
    const { code } = await mailed(browser, customer.username);
    const replies = await Promise.all([confirm(browser, code), confirm(browser, code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("the login replaces the browser's session, so that a planted session cannot be used", async () => {
    const { company, customer, browser } = await customerScene();
    const planted = await portal.user("user", company);
    const [, value = ""] = planted.cookie.split("=");
    browser.cookies.set("hearback_session", value);
    const { code } = await mailed(browser, customer.username);
    expect((await confirm(browser, code)).status).toBe(200);
    expect(browser.cookies.get("hearback_session")).not.toBe(value);
    expect((await portal.visitor(company.host, planted).get("/api/user")).status).toBe(401);
  });

  test("strangers who guess codes of many browsers are stopped after 30 guesses, and the owner still logs in by the link or in a known browser", async () => {
    const { company, customer } = await customerScene();
    const known = openBrowser(portal, company.host);
    await known.post("/api/login", { username: customer.username, password: TEST_PASSWORD });
    let guesses = 0;
    let stopped: Reply | undefined;
    while (!stopped) {
      await portal.sql("delete from throttle where key not like 'login-code-try:%'");
      const stranger = openBrowser(portal, company.host);
      const { code } = await mailed(stranger, customer.username);
      for (let attempt = 1; attempt <= 5 && !stopped; attempt += 1) {
        const reply = await confirm(stranger, other(code));
        if (reply.status === 429) stopped = reply;
        else guesses += 1;
      }
    }
    expect(guesses).toBe(30);
    const owner = openBrowser(portal, company.host);
    const { code, link } = await mailed(owner, customer.username);
    expect((await confirm(owner, code)).status).toBe(429);
    expect((await owner.submit(link)).status).toBe(303);
    const mail = await mailed(known, customer.username);
    expect((await confirm(known, mail.code)).status).toBe(200);
  });

  test("guesses for many addresses from one client address are stopped", async () => {
    const { company } = await customerScene();
    const statuses = new Set<number>();
    for (let round = 0; round < 31; round += 1) {
      const browser = openBrowser(portal, company.host);
      if ((await request(browser, newAddress())).status === 429) statuses.add(429);
      else statuses.add((await confirm(browser, "123456")).status);
    }
    expect([...statuses]).toEqual([400, 429]);
  });

  test("strangers cause six mails an hour to an address, and further requests get the same response without a mail", async () => {
    const { company, customer } = await customerScene();
    let mails = 0;
    for (let round = 0; round < 8; round += 1) {
      await portal.sql("delete from throttle where key like 'login-code-%'");
      const reply = await request(openBrowser(portal, company.host), customer.username);
      expect(reply).toMatchObject({ status: 200, body: { resendIn: 60 } });
      mails += (await runJobs(portal)).filter(({ to }) => to === customer.username).length;
    }
    expect(mails).toBe(6);
  });

  test("a code of a custom domain signs in there only", async () => {
    const { company, customer } = await customerScene();
    const domain = await portal.domain(company);
    const browser = openBrowser(portal, domain);
    const { code, text } = await mailed(browser, customer.username);
    expect(text).toContain(`http://${company.host}/login/link/`);
    expect((await confirm(browser, code)).status).toBe(200);
    expect((await browser.get("/api/user")).body.id).toBe(customer.id);
    const elsewhere = openBrowser(portal, company.host);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.get("/api/user")).status).toBe(401);
  });

  test("deactivated accounts, and super admins on a custom domain, are refused after the right code", async () => {
    const { company, customer, browser } = await customerScene();
    const { code } = await mailed(browser, customer.username);
    await portal.sql("update user_account set is_active = false where id = $1", [customer.id]);
    expect(await confirm(browser, code)).toMatchObject({
      status: 401,
      body: { message: "This account has been deactivated" },
    });
    const superAdmin = await portal.user("super_admin");
    const domain = openBrowser(portal, await portal.domain(company));
    const mail = await mailed(domain, superAdmin.username);
    expect((await confirm(domain, mail.code)).status).toBe(403);
  });
});

describe("the link in the mail", () => {
  test("opening the link any number of times uses nothing up, and its button signs that browser in", async () => {
    const { customer, browser } = await customerScene();
    const { link, code } = await mailed(browser, customer.username, "/feedback/7?x=1");
    const scanner = openBrowser(portal, (await customerScene()).company.host);
    expect((await scanner.get(link)).status).toBe(404);
    const reader = await readerOf(customer.companyId);
    for (let visit = 0; visit < 3; visit += 1) {
      const opened = await reader.get(link);
      expect(opened).toMatchObject({
        status: 200,
        text: expect.stringContaining(customer.username),
      });
      expect(opened.headers["set-cookie"]).toBeUndefined();
    }
    expect((await reader.get("/api/user")).status).toBe(401);
    const pressed = await reader.submit(link);
    expect(pressed).toMatchObject({
      status: 303,
      headers: { location: "/login?from=%2Ffeedback%2F7%3Fx%3D1" },
    });
    expect((await reader.get("/api/user")).body.id).toBe(customer.id);
    expect((await browser.get("/api/user")).status).toBe(401);
    expect((await reader.get(link)).status).toBe(404);
    expect((await reader.submit(link)).status).toBe(404);
    expect(await confirm(browser, code)).toMatchObject(DEAD);
  });

  test("the link leads to the login page with the page that was asked for, and never to another site", async () => {
    for (const from of ["https://evil.example", "//evil.example", String.raw`/\evil.example`]) {
      const { customer, browser } = await customerScene();
      const { link, text } = await mailed(browser, customer.username, from);
      expect(text).not.toContain("evil");
      const { location } = (await browser.submit(link)).headers;
      expect(location).toBe(`/login?from=${encodeURIComponent(from)}`);
    }
  });

  test("a form of another site and a custom domain cannot use the link", async () => {
    const { company, customer, browser } = await customerScene();
    const { link } = await mailed(browser, customer.username);
    const foreign = await browser.post(link, "", {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://evil.example",
    });
    expect(foreign.status).toBe(403);
    expect((await openBrowser(portal, await portal.domain(company)).submit(link)).status).toBe(404);
    expect((await browser.submit(link)).status).toBe(303);
  });

  test("the link of a new person asks for a name, and creates the account when the button is pressed", async () => {
    const { company, browser } = await customerScene();
    const username = newAddress();
    const { link } = await mailed(browser, username);
    const reader = await readerOf(company.id);
    expect((await reader.get(link)).text).toContain("Full name");
    expect(await reader.submit(link)).toMatchObject({ status: 400 });
    expect(await reader.submit(link, { fullName: "x" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("Full name must be at least 2 characters"),
    });
    expect((await reader.submit(link, { fullName: "Nora New" })).status).toBe(303);
    expect((await reader.get("/api/user")).body).toMatchObject({ username, fullName: "Nora New" });
  });
});

/** Opens a browser on the host of a company. */
async function readerOf(companyId: number | null): Promise<TestBrowser> {
  const [company] = await portal.sql<{ subdomain: string }>(
    "select subdomain from company where id = $1",
    [companyId],
  );
  return openBrowser(portal, `${company?.subdomain ?? ""}.localhost`);
}

describe("an address without an account", () => {
  test("a new person becomes a customer of the company with a confirmed address and without a password", async () => {
    const { company, browser } = await customerScene();
    const username = newAddress();
    const { code } = await mailed(browser, username);
    const asked = await confirm(browser, code);
    expect(asked).toMatchObject({
      status: 400,
      body: { errors: { fullName: [expect.any(String)] } },
    });
    const reply = await confirm(browser, code, { fullName: "Nora New", timeZone: "Europe/Berlin" });
    expect(reply).toMatchObject({
      status: 200,
      body: { username, role: "user", companyId: company.id, confirmedAt: expect.any(String) },
    });
    expect((await browser.get("/api/user/sign-in-methods")).body.password.isSet).toBe(false);
    const password = await openBrowser(portal, company.host).post("/api/login", {
      username,
      password: "x",
    });
    expect(password).toMatchObject({ status: 401, text: '{"message":"Invalid credentials"}' });
  });

  test("an address whose domain is in another script gets its code however it is typed, also with a name from right to left", async () => {
    const { company, browser } = await customerScene();
    const [username, fullName] = [`neu${String((serial += 1))}@bücher.example`, "נועה כהן"];
    const stored = username.replace("bücher", "xn--bcher-kva");
    const first = await mailed(browser, username);
    expect(first.to).toBe(stored);
    const account = await confirm(browser, first.code, { fullName });
    expect(account).toMatchObject({ status: 200, body: { username: stored, fullName } });
    const later = openBrowser(portal, company.host);
    const second = await mailed(later, username.toUpperCase());
    expect([second.to, second.text]).toEqual([stored, expect.stringContaining(fullName)]);
    expect(await confirm(later, second.code)).toMatchObject({
      status: 200,
      body: { id: account.body.id },
    });
    // The part before the @ is ASCII in every account. The response says nothing about that.
    expect((await request(openBrowser(portal, company.host), "müller@example.org")).status).toBe(
      200,
    );
    expect(await runJobs(portal)).toEqual([]);
  });

  test("nobody becomes a customer where sign-up was closed meanwhile, on another company's host or on the product's own host", async () => {
    const { company, browser } = await customerScene();
    const { code } = await mailed(browser, newAddress());
    await portal.sql("update company set allow_customer_sign_up = false where id = $1", [
      company.id,
    ]);
    portal.publish();
    expect(await confirm(browser, code, { fullName: "Nora New" })).toMatchObject(DEAD);
    const product = openBrowser(portal, "localhost");
    expect((await request(product, newAddress())).status).toBe(200);
    expect(await runJobs(portal)).toEqual([]);
  });
});

describe("an account with a second factor", () => {
  async function enrolled() {
    const { company, customer } = await customerScene();
    const visitor = portal.visitor(company.host, customer);
    const { secret } = (await visitor.post("/api/user/mfa/setup", { password: TEST_PASSWORD }))
      .body;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await visitor.post("/api/user/mfa/confirm", { code: at(-1) })).status).toBe(200);
    return { company, customer, at };
  }

  test("the second factor is asked for after a right code and not before, and the code is used up with it only", async () => {
    const { company, customer, at } = await enrolled();
    const browser = openBrowser(portal, company.host);
    const { code } = await mailed(browser, customer.username);
    expect(await confirm(browser, other(code))).toMatchObject(WRONG);
    for (let round = 0; round < 6; round += 1)
      expect(await confirm(browser, code)).toMatchObject({
        status: 401,
        body: { codeRequired: true },
      });
    expect(await confirm(browser, code, { secondFactorCode: "000000" })).toMatchObject({
      status: 401,
      body: { codeRequired: true },
    });
    expect((await confirm(browser, code, { secondFactorCode: at(0) })).status).toBe(200);
  });

  test("the second factor of an unconfirmed account is asked for in a browser that knows it", async () => {
    const { customer, browser } = await customerScene();
    const { username } = customer;
    await browser.post("/api/login", { username, password: TEST_PASSWORD });
    await browser.post("/api/logout");
    await portal.sql("update user_account set confirmed_at = null where id = $1", [customer.id]);
    await portal.sql(
      `insert into authenticator (user_id, secret, recovery_salt, confirmed_at)
       values ($1, $2, $3, now())`,
      [customer.id, Buffer.alloc(20, 7), Buffer.alloc(16)],
    );
    const { code } = await mailed(browser, username);
    expect(await confirm(browser, code)).toMatchObject({
      status: 401,
      body: { codeRequired: true },
    });
  });

  test("the page of the link asks for the second factor as well", async () => {
    const { company, customer, at } = await enrolled();
    const browser = openBrowser(portal, company.host);
    const { link } = await mailed(browser, customer.username);
    expect((await browser.get(link)).text).toContain("Two-factor code");
    expect((await browser.submit(link)).status).toBe(401);
    expect((await browser.submit(link, { secondFactorCode: "000000" })).text).toContain(
      "This code is not right",
    );
    expect((await browser.submit(link, { secondFactorCode: at(0) })).status).toBe(303);
  });
});

describe("a password that was chosen for an address by somebody else", () => {
  const account = { password: "marmalade sandwich 7", fullName: "Not The Owner" };

  test("the password, sessions, devices and second factor of a stranger end when the owner of the address logs in by mail", async () => {
    const loose = await portal.anotherApp({ REQUIRE_CONFIRMED_EMAIL: "0" });
    const { company } = await customerScene();
    const username = newAddress();
    const stranger = openBrowser(loose, company.host);
    expect((await stranger.post("/api/register", { ...account, username })).status).toBe(201);
    const setup = await stranger.post("/api/user/mfa/setup", { password: account.password });
    const totp = new TOTP({ secret: Secret.fromBase32(setup.body.secret) });
    expect((await stranger.post("/api/user/mfa/confirm", { code: totp.generate() })).status).toBe(
      200,
    );
    const owner = openBrowser(portal, company.host);
    const { code, text } = await mailed(owner, username);
    expect(text).not.toContain(account.fullName);
    expect(await confirm(owner, code)).toMatchObject({
      status: 200,
      body: { username, confirmedAt: expect.any(String), mustConfirmEmail: false },
    });
    expect((await stranger.get("/api/user")).status).toBe(401);
    const again = await stranger.post("/api/login", { username, password: account.password });
    expect(again.status).toBe(401);
    expect(again.body.codeRequired).toBeUndefined();
    expect((await runJobs(portal)).map(({ text: notice }) => notice)).toEqual([
      expect.stringContaining("The password of your account no longer works"),
      expect.stringContaining("Two-factor authentication was turned off"),
    ]);
  });

  test("the password stays if the owner logs in by mail in a browser in which the account was signed in", async () => {
    const { company } = await customerScene();
    const username = newAddress();
    const browser = openBrowser(portal, company.host);
    expect((await browser.post("/api/register", { ...account, username })).status).toBe(201);
    const { code } = await mailed(browser, username);
    expect((await confirm(browser, code)).body.mustConfirmEmail).toBe(false);
    const { status } = await browser.post("/api/login", { username, password: account.password });
    expect(status).toBe(200);
  });

  test("a temporary password ends when its account logs in by mail", async () => {
    const { customer, browser } = await customerScene();
    await portal.sql(
      "update user_account set temporary_password_until = now() - interval '1 min' where id = $1",
      [customer.id],
    );
    const { code } = await mailed(browser, customer.username);
    expect((await confirm(browser, code)).body.mustChangePassword).toBe(false);
    expect((await browser.get("/api/user")).status).toBe(200);
    const login = await browser.post("/api/login", {
      username: customer.username,
      password: TEST_PASSWORD,
    });
    expect(login.text).toBe('{"message":"Invalid credentials"}');
  });
});
