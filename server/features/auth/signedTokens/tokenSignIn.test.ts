import { Writable } from "node:stream";
import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { newClaims, signClaims } from "#server/checks/fixtures/signToken.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(() => portal.sql("delete from throttle"));

const LOGIN_URL = "https://studio.example.com/login?from=portal";
const QUESTION = "/auth/token/confirm";

/** A company whose application logs its users in, and a browser on its host. */
async function scene() {
  const company = await portal.company();
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const { body } = await admin.post("/api/application-sign-in/secrets");
  const secret = String(body.secret);
  const save = (changes: object = {}) =>
    admin.request("PUT", "/api/application-sign-in", {
      isOn: true,
      name: "Studio",
      loginUrl: LOGIN_URL,
      method: "secret",
      jwksUrl: "",
      ...changes,
    });
  expect((await save()).status).toBe(200);
  const url = `http://${company.host}`;
  return {
    company,
    admin,
    secret,
    url,
    save,
    claims: (changes?: object) => newClaims(url, changes),
    sign: (changes?: object) => signClaims(secret, newClaims(url, changes)),
    browser: openBrowser(portal, company.host),
  };
}

const bring = (browser: TestBrowser, token: string, more = "") =>
  browser.get(`/auth/token?token=${token}${more}`);

/** Brings a token by a link, and answers the question if there is one. */
async function comeIn(browser: TestBrowser, token: string, to = "/feedback"): Promise<Reply> {
  const reply = await bring(browser, token, `&to=${encodeURIComponent(to)}`);
  const location = String(reply.headers["location"]);
  return location.startsWith(QUESTION) ? browser.submit(location) : reply;
}

/** Starts at the portal's button. Returns the state that the application gets. */
async function askApplication(browser: TestBrowser, to = "/feedback") {
  const { headers } = await browser.get(`/auth/application?to=${encodeURIComponent(to)}`);
  return new URL(String(headers["location"]));
}

const currentUser = async (browser: TestBrowser) => {
  const { status, body } = await browser.get("/api/user");
  return status === 200 ? body : null;
};
const refusal = (reason: string) => ({
  status: 303,
  headers: { location: `/sign-on/refused?reason=${reason}` },
});

describe("coming in by a signed token", () => {
  test("a new person is asked once, becomes a customer, and comes back without a question", async () => {
    const { company, browser, claims, secret } = await scene();
    const person = claims({ name: "Zoë Quist" });
    const asked = await bring(browser, signClaims(secret, person), "&to=/feedback");
    expect(asked).toMatchObject({
      status: 303,
      headers: {
        location: `${QUESTION}?to=%2Ffeedback`,
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      },
    });
    const question = await browser.get(String(asked.headers["location"]));
    expect(question.text).toContain("Zoë Quist");
    expect(question.text).toContain(String(person["email"]));
    expect(await currentUser(browser)).toBeNull();
    const answered = await browser.submit(String(asked.headers["location"]));
    expect(answered).toMatchObject({ status: 303, headers: { location: "/feedback" } });
    expect(browser.cookies.has("hearback_token")).toBe(false);
    const user = await currentUser(browser);
    expect(user).toMatchObject({
      username: person["email"],
      fullName: "Zoë Quist",
      role: "user",
      companyId: company.id,
      confirmedAt: expect.any(String),
    });
    await browser.post("/api/logout");
    const again = signClaims(secret, claims({ sub: person["sub"], email: "moved@example.com" }));
    expect(await bring(browser, again, "&to=/changelog")).toMatchObject({
      status: 303,
      headers: { location: "/changelog" },
    });
    expect(await currentUser(browser)).toMatchObject({ id: user.id, username: person["email"] });
  });

  test("the portal's button sends a state to the application, and a token with it logs in at once", async () => {
    const { browser, sign, url } = await scene();
    expect((await browser.get("/api/sign-on/ways")).body.application).toEqual({ name: "Studio" });
    const address = await askApplication(browser, "/changelog?label=New");
    expect(address.origin + address.pathname).toBe("https://studio.example.com/login");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      from: "portal",
      state: expect.stringMatching(/^[\w-]{43}$/),
      portal: url,
      to: "/changelog?label=New",
    });
    const state = address.searchParams.get("state") ?? "";
    const reply = await bring(browser, sign(), `&state=${state}&to=/roadmap`);
    expect(reply).toMatchObject({ status: 303, headers: { location: "/changelog?label=New" } });
    expect(await currentUser(browser)).not.toBeNull();
  });

  test("a state of another browser, a used one and an invented one are as good as none", async () => {
    const { company, browser, sign } = await scene();
    const stranger = openBrowser(portal, company.host);
    const foreign = (await askApplication(stranger)).searchParams.get("state") ?? "";
    await askApplication(browser);
    for (const state of [foreign, "x".repeat(43), ""]) {
      const reply = await bring(browser, sign(), `&state=${state}`);
      expect(reply.headers["location"]).toMatch(QUESTION);
    }
    expect(await currentUser(browser)).toBeNull();
    const own = (await askApplication(browser)).searchParams.get("state") ?? "";
    await bring(browser, sign(), `&state=${own}`);
    expect(await currentUser(browser)).not.toBeNull();
    await browser.post("/api/logout");
    expect((await bring(browser, sign(), `&state=${own}`)).headers["location"]).toMatch(QUESTION);
  });

  test("a token works once in two processes at the same time, and its `jti` never again", async () => {
    const { company, claims, secret } = await scene();
    const second = await portal.anotherApp();
    const person = claims();
    const token = signClaims(secret, person);
    const browsers = [portal, second, portal, second].map((app) => openBrowser(app, company.host));
    const replies = await Promise.all(browsers.map((browser) => comeIn(browser, token)));
    const places = replies.map(({ headers }) => String(headers["location"])).toSorted();
    expect(places).toEqual(["/feedback", ...Array(3).fill("/sign-on/refused?reason=tokenExpired")]);
    const signedIn = await Promise.all(browsers.map(currentUser));
    expect(signedIn.filter((user) => user !== null)).toHaveLength(1);
    const same = signClaims(secret, claims({ jti: person["jti"] }));
    expect(await comeIn(openBrowser(portal, company.host), same)).toMatchObject(
      refusal("tokenExpired"),
    );
  });

  test.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login?from=//evil.example",
    "",
  ])("the address %j to go to never leads to another site", async (to) => {
    const { browser, sign } = await scene();
    const reply = await comeIn(browser, sign(), to);
    const { origin, pathname } = new URL(String(reply.headers["location"]), "http://here.example");
    expect([origin, pathname]).toEqual(["http://here.example", "/roadmap"]);
    const asked = await askApplication(openBrowser(portal, (await scene()).company.host), to);
    expect(asked.searchParams.get("to")).toBe("/roadmap");
    // The address of the question can be sent to somebody as well.
    await browser.post("/api/logout");
    await bring(browser, sign());
    const answered = await browser.submit(`${QUESTION}?to=${encodeURIComponent(to)}`);
    expect(answered.headers["location"]).toBe("/roadmap");
  });
});

test("the picture of a new person is fetched by a job, if its address has https", async () => {
  const { company, sign } = await scene();
  const job = "select payload from graphile_worker._private_jobs order by id desc limit 1";
  for (const picture of ["http://pictures.example/a", "javascript:alert(1)", 7])
    await comeIn(openBrowser(portal, company.host), sign({ picture }));
  expect(await portal.sql("select 1 from graphile_worker._private_jobs")).toEqual([]);
  const browser = openBrowser(portal, company.host);
  await comeIn(browser, sign({ picture: "https://pictures.example/ann.png" }));
  const { id: userId } = await currentUser(browser);
  expect(await portal.sql(job)).toEqual([
    { payload: { companyId: company.id, userId, url: "https://pictures.example/ann.png" } },
  ]);
});

test("an account without a way of its own is connected at once if the company has proved the domain", async () => {
  const { company, browser, sign } = await scene();
  const customer = await portal.user("user", company);
  await portal.sql(
    "update user_account set password_hash = $2, confirmed_at = now() where id = $1",
    [customer.id, unusablePasswordHash()],
  );
  const token = () => sign({ sub: "colleague", email: customer.username });
  expect((await comeIn(browser, token())).headers["location"]).toBe("/sign-on/confirm");
  await portal.sql(
    `insert into email_domain (company_id, domain, token, verified_at)
     values ($1, 'example.com', repeat('t', 32), now())`,
    [company.id],
  );
  expect((await comeIn(browser, token())).headers["location"]).toBe("/feedback");
  expect(await currentUser(browser)).toMatchObject({ id: customer.id });
});

describe("a token that logs nobody in", () => {
  test("an expired, a foreign and a huge one lead to a page that says why", async () => {
    const { browser, sign, claims } = await scene();
    const now = Math.floor(Date.now() / 1000);
    const cases: [string, string][] = [
      [sign({ iat: now - 600, exp: now - 300 }), "tokenExpired"],
      [signClaims("another secret", claims()), "tokenRefused"],
      [signClaims("", claims(), { alg: "none" }), "tokenRefused"],
      ["x".repeat(7000), "tokenRefused"],
      ["", "tokenRefused"],
    ];
    for (const [token, reason] of cases)
      expect(await bring(browser, token)).toMatchObject(refusal(reason));
    expect((await browser.get("/auth/token")).headers).toMatchObject(
      refusal("tokenRefused").headers,
    );
    expect(await currentUser(browser)).toBeNull();
    const { text } = await portal.visitor("localhost").get("/metrics");
    expect(text).toMatch(/sign_ins_total{way="token",result="refused"} [1-9]/);
  });

  test("one of another company is refused, also for the right audience", async () => {
    const [first, second] = [await scene(), await scene()];
    for (const token of [first.sign(), first.sign({ aud: second.url })])
      expect(await bring(second.browser, token)).toMatchObject(refusal("tokenRefused"));
  });

  test("one for the subdomain is refused on the custom domain", async () => {
    const { company, sign } = await scene();
    const domain = await portal.domain(company);
    portal.publish();
    const browser = openBrowser(portal, domain);
    expect(await bring(browser, sign())).toMatchObject(refusal("tokenRefused"));
    expect((await comeIn(browser, sign({ aud: `http://${domain}` }))).headers["location"]).toBe(
      "/feedback",
    );
  });

  test("while signed tokens are off, none is accepted and the button leads nowhere", async () => {
    const { browser, sign, save } = await scene();
    await save({ isOn: false });
    expect(await bring(browser, sign())).toMatchObject(refusal("off"));
    expect(await browser.get("/auth/application")).toMatchObject(refusal("off"));
    expect((await browser.get("/api/sign-on/ways")).body.application).toBeNull();
  });

  test("on the product's own host there are no signed tokens", async () => {
    const product = openBrowser(portal, "localhost");
    for (const path of ["/auth/token?token=a.b.c", "/auth/application", QUESTION])
      expect((await product.get(path)).status).toBe(404);
  });

  test.each(["company_admin", "super_admin"] as const)(
    "one with the address of a %s is refused",
    async (role) => {
      const { company, browser, sign } = await scene();
      const admin = await portal.user(role, role === "super_admin" ? null : company);
      const reply = await comeIn(browser, sign({ email: admin.username }));
      expect(reply).toMatchObject(refusal("superAdmin"));
      expect(await currentUser(browser)).toBeNull();
    },
  );

  test("one of a customer who has become an admin is refused", async () => {
    const { browser, sign } = await scene();
    await comeIn(browser, sign({ sub: "promoted" }));
    const { id } = await currentUser(browser);
    await portal.sql("update user_account set role = 'company_admin' where id = $1", [id]);
    await browser.post("/api/logout");
    expect(await comeIn(browser, sign({ sub: "promoted" }))).toMatchObject(refusal("superAdmin"));
  });

  test("an account with a password is not taken over by its address, and confirms once", async () => {
    const { company, browser, sign } = await scene();
    const customer = await portal.user("user", company);
    const token = () => sign({ sub: "with-password", email: customer.username });
    const reply = await comeIn(browser, token());
    expect(reply).toMatchObject({ status: 303, headers: { location: /^\/sign-on\/confirm/ } });
    expect(await currentUser(browser)).toBeNull();
    const { username } = customer;
    await browser.post("/api/login", { username, password: TEST_PASSWORD });
    const question = await browser.get("/sign-on/confirm");
    expect(question.text).toContain("Studio");
    expect((await browser.submit("/sign-on/confirm")).headers["location"]).toBe("/feedback");
    await browser.post("/api/logout");
    expect((await comeIn(browser, token())).headers["location"]).toBe("/feedback");
    expect(await currentUser(browser)).toMatchObject({ id: customer.id });
  });

  test("an account of another company is never connected", async () => {
    const { browser, sign } = await scene();
    const stranger = await portal.user("user", await portal.company());
    const reply = await comeIn(browser, sign({ email: stranger.username }));
    expect(String(reply.headers["location"])).toMatch(/^\/sign-on\/refused/);
    expect(await currentUser(browser)).toBeNull();
  });

  test("it never switches somebody who is logged in, and goes on for the same person", async () => {
    const { browser, sign, company } = await scene();
    await comeIn(browser, sign({ sub: "first" }));
    const user = await currentUser(browser);
    expect(await bring(browser, sign({ sub: "second" }), "&to=/feedback")).toMatchObject(
      refusal("otherAccount"),
    );
    expect(await currentUser(browser)).toEqual(user);
    const again = sign({ sub: "first" });
    for (const time of ["first", "reload"])
      expect([time, await bring(browser, again, "&to=/changelog")]).toMatchObject([
        time,
        { status: 303, headers: { location: "/changelog" } },
      ]);
    const own = openBrowser(portal, company.host);
    own.cookies.set("hearback_token", sign({ sub: "third" }));
    await comeIn(own, sign({ sub: "first" }));
    expect(await currentUser(own)).toMatchObject({ id: user.id });
  });

  test("HEAD uses nothing up, and a page of another site cannot answer the question", async () => {
    const { company, browser, sign } = await scene();
    const token = sign();
    const head = await portal.visitor(company.host).head(`/auth/token?token=${token}`);
    expect(head.status).toBe(404);
    const { headers } = await bring(browser, token);
    const posted = await browser.post(String(headers["location"]), undefined, {
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(posted.status).toBe(403);
    expect((await browser.submit(String(headers["location"]))).status).toBe(303);
    expect(await currentUser(browser)).not.toBeNull();
  });

  test("no line of the log contains a token", async () => {
    const { company, sign, secret, claims } = await scene();
    const lines: string[] = [];
    const log = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await portal.anotherApp({ LOG_LEVEL: "trace" }, undefined, log);
    const person = claims();
    const tokens = [signClaims(secret, person), sign({ exp: 1 }), "a.b.c"];
    for (const token of tokens) await comeIn(openBrowser(app, company.host), token);
    await app.visitor(company.host).get(`//auth//token?token=${tokens[0] ?? ""}`);
    expect(lines.length).toBeGreaterThan(3);
    for (const secretText of [...tokens, String(person["jti"]), secret])
      expect(lines.join("")).not.toContain(secretText);
  });
});

describe("the organisation in a token", () => {
  const initech = { id: "org-7", name: "Initech", plan: "Pro", monthlySpend: 490.5 };

  async function votersScene() {
    const made = await scene();
    const board = await portal.board(made.company);
    const item = await portal.item(board);
    const voters = `/api/feedback/${String(item.id)}/votes`;
    const organisations = async () =>
      ((await made.admin.get(voters)).body as { organisation: unknown }[]).map(
        ({ organisation }) => organisation,
      );
    return { ...made, item, voters, organisations };
  }

  test("is shown to admins beside the voter, follows the person, and ends with null", async () => {
    const { browser, sign, item, voters, organisations, company } = await votersScene();
    const person = { sub: "employee" };
    await comeIn(browser, sign({ ...person, company: initech }));
    await browser.post(`/api/feedback/${String(item.id)}/vote`);
    const { id: _, ...shown } = initech;
    expect(await organisations()).toEqual([shown]);
    expect((await browser.get(voters)).status).toBe(403);
    const data = await browser.get("/api/user/data");
    expect(data.body.organisations).toMatchObject([
      { companyId: company.id, id: "org-7", name: "Initech" },
    ]);
    // What a token leaves out stays as it was.
    await bring(browser, sign(person));
    await bring(browser, sign({ ...person, company: { id: "org-7", plan: "Team" } }));
    expect(await organisations()).toEqual([{ ...shown, plan: "Team" }]);
    await bring(browser, sign({ ...person, company: { id: 8 } }));
    expect(await organisations()).toEqual([{ name: "8", plan: null, monthlySpend: null }]);
    await bring(browser, sign({ ...person, company: null }));
    expect(await organisations()).toEqual([null]);
  });

  test("is stored when the owner of an account has confirmed the connection, and not before", async () => {
    const { company, browser, sign, item, organisations } = await votersScene();
    const customer = await portal.user("user", company);
    await portal.visitor(company.host, customer).post(`/api/feedback/${String(item.id)}/vote`);
    const token = sign({ email: customer.username, company: initech });
    expect((await comeIn(browser, token)).headers["location"]).toBe("/sign-on/confirm");
    const { username } = customer;
    await browser.post("/api/login", { username, password: TEST_PASSWORD });
    expect(await organisations()).toEqual([null]);
    expect((await browser.submit("/sign-on/confirm")).headers["location"]).toBe("/feedback");
    const { id: _, ...shown } = initech;
    expect(await organisations()).toEqual([shown]);
  });

  test("is stored when only the second factor is missing, and null ends it", async () => {
    const { browser, sign, item, organisations } = await votersScene();
    const person = { sub: "with-factor" };
    await comeIn(browser, sign({ ...person, company: initech }));
    await browser.post(`/api/feedback/${String(item.id)}/vote`);
    const secret = new Uint8Array(20).fill(9);
    await portal.sql(
      `insert into authenticator (user_id, secret, recovery_salt, confirmed_at)
       values ($1, $2, $3, now())`,
      [(await currentUser(browser)).id, Buffer.from(secret), Buffer.alloc(16)],
    );
    await browser.post("/api/logout");
    await bring(browser, sign({ ...person, company: null }));
    expect(await organisations()).toMatchObject([{ name: "Initech" }]);
    const code = new TOTP({ secret: new Secret({ buffer: secret.buffer }) }).generate();
    expect((await browser.submit("/sign-on/confirm", { code })).status).toBe(303);
    expect(await organisations()).toEqual([null]);
  });

  test.each([
    ["n".repeat(2_000), null],
    ["n".repeat(700), "n".repeat(200)],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
    ["\u202Egnp.exe\u202C Ltd\u0000\r\n", "gnp.exe Ltd"],
    ["=HYPERLINK(1)", "=HYPERLINK(1)"],
    ["\u200B", null],
    [{ html: "x" }, null],
  ])("with the name %j is shown as %j", async (name, shown) => {
    const { browser, sign, item, organisations } = await votersScene();
    await comeIn(browser, sign({ company: { id: "org-x", name } }));
    await browser.post(`/api/feedback/${String(item.id)}/vote`);
    expect(await organisations()).toMatchObject([{ name: shown ?? "org-x" }]);
  });

  test("with the same id in two companies is two organisations, and goes with the company", async () => {
    const [first, second] = [await votersScene(), await votersScene()];
    for (const { browser, sign, item } of [first, second]) {
      await comeIn(browser, sign({ company: initech }));
      await browser.post(`/api/feedback/${String(item.id)}/vote`);
    }
    await bring(second.browser, second.sign({ sub: "x", company: { ...initech, plan: "Free" } }));
    await comeIn(
      openBrowser(portal, second.company.host),
      second.sign({ company: { ...initech, plan: "Free" } }),
    );
    expect(await first.organisations()).toMatchObject([{ plan: "Pro" }]);
    expect(await second.organisations()).toMatchObject([{ plan: "Free" }]);
    await portal.sql("delete from company where id = $1", [second.company.id]);
    const [left] = await portal.sql(
      "select count(*)::int as rows from organisation where company_id = $1",
      [second.company.id],
    );
    expect(left).toEqual({ rows: 0 });
  });

  test("of many people who come in at once is one row", async () => {
    const { company, sign } = await scene();
    await Promise.all(
      Array.from({ length: 8 }, () =>
        comeIn(openBrowser(portal, company.host), sign({ company: initech })),
      ),
    );
    const rows = await portal.sql(
      `select name, (select count(*)::int from organisation_member m where m.organisation_id = o.id)
         as members from organisation o where company_id = $1`,
      [company.id],
    );
    expect(rows).toEqual([{ name: "Initech", members: 8 }]);
  });
});
