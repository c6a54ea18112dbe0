import { Writable } from "node:stream";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { insertProvider } from "#server/checks/fixtures/insertProvider.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import type { GitHub, GitHubAccount } from "#server/checks/fixtures/startGitHub.ts";
import { onFileFinished } from "#server/checks/fixtures/onFileFinished.ts";
import { rerouteRequests } from "#server/checks/fixtures/rerouteRequests.ts";
import { GITHUB_CLIENT, startGitHub } from "#server/checks/fixtures/startGitHub.ts";
import type { Reply, TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const CALLBACK = "http://localhost/auth/provider/callback";
const START = "/auth/oidc/github";
const PROVIDERS = "/api/admin/site-settings/sign-in-providers/github";
const refused = (reason: string) => `/sign-on/refused?reason=${reason}`;

let portal: TestPortal;
let app: TestApp;
let gitHub: GitHub;
let company: TestCompany;
beforeAll(async () => {
  portal = await startTestPortal();
  gitHub = await startGitHub(CALLBACK);
  app = await portal.anotherApp({ ALLOW_PRIVATE_PROVIDERS: "1" });
  const endReroute = rerouteRequests({
    "https://github.com": gitHub.url,
    "https://api.github.com": gitHub.url,
  });
  onFileFinished(async () => {
    endReroute();
    await gitHub.close();
  });
  await turn(true);
  company = await portal.company();
});
beforeEach(async () => {
  gitHub.requests.length = 0;
  await portal.sql("delete from throttle");
});

async function turn(isOn: boolean): Promise<void> {
  const superAdmin = await portal.user("super_admin");
  const { clientId, clientSecret: secret } = GITHUB_CLIENT;
  const body = { clientId, secret, isOn };
  const reply = await app.visitor("localhost", superAdmin).request("PUT", PROVIDERS, body);
  expect(reply.status).toBe(200);
}

let lastId = 1000;
/** Returns an account at GitHub with one address. */
function gitHubAccount(change: Partial<GitHubAccount> & { email?: string } = {}): GitHubAccount {
  lastId += 1;
  const { email = `octo${String(lastId)}@example.com`, ...rest } = change;
  return {
    id: lastId,
    login: `octo${String(lastId)}`,
    name: "Octo Cat",
    emails: [{ email, primary: true, verified: true }],
    ...rest,
  };
}

/** The path and query of the address to which a reply redirects. */
function target(reply: Reply): { href: string; path: string } {
  expect([302, 303]).toContain(reply.status);
  const { href, pathname, search } = new URL(String(reply.headers.location), "http://here");
  return { href, path: pathname + search };
}

/** Starts a login and logs in at GitHub. Returns the path to which GitHub leads on the product's host. */
async function answerFrom(
  browser: TestBrowser,
  account: GitHubAccount,
  query = "",
): Promise<string> {
  const { href } = target(await browser.get(START + query));
  const { pathname, search } = new URL(gitHub.authorize(href, account) ?? "");
  return pathname + search;
}

/** Opens an answer on the product's host. Returns the path to which it is passed on. */
async function passOn(answer: string): Promise<{ href: string; path: string }> {
  return target(await openBrowser(app, "localhost").get(answer));
}

/** Logs in as a browser does: from the button on a host to GitHub, to the product's host, and back. */
async function logIn(host: string, account: GitHubAccount, query = "") {
  const browser = openBrowser(app, host);
  const answer = await answerFrom(browser, account, query);
  const path = host === "localhost" ? answer : (await passOn(answer)).path;
  return { browser, location: target(await browser.get(path)).path };
}

const whoIs = async (browser: TestBrowser) => (await browser.get("/api/user")).body.username;

describe("logging in with GitHub", () => {
  test("a new person becomes a customer of the portal's company, and comes back to the page they came from", async () => {
    const account = gitHubAccount();
    const { browser, location } = await logIn(
      company.host,
      account,
      "?to=/feedback%3Fsearch%3Ddark",
    );
    expect(location).toBe("/feedback?search=dark");
    const { body } = await browser.get("/api/user");
    expect(body).toMatchObject({
      username: account.emails[0]?.email,
      fullName: "Octo Cat",
      role: "user",
      companyId: company.id,
    });
    expect(body.confirmedAt).not.toBeNull();
  });

  test("a known person is logged in by the id, also with another name and address", async () => {
    const account = gitHubAccount();
    const first = await logIn(company.host, account);
    const username = await whoIs(first.browser);
    const renamed = gitHubAccount({ id: account.id });
    expect(await whoIs((await logIn(company.host, renamed)).browser)).toBe(username);
    const other = await portal.company();
    expect(await whoIs((await logIn(other.host, renamed)).browser)).toBe(username);
  });

  test("somebody else with a login name or address that was free is not the known person", async () => {
    const account = gitHubAccount();
    await logIn(company.host, account);
    const { browser } = await logIn(company.host, { ...gitHubAccount(), login: account.login });
    expect(await whoIs(browser)).not.toBe(account.emails[0]?.email);
  });

  test("a name that cannot be stored as it is, is cleaned and cut, or left out", async () => {
    for (const [name, stored] of [
      ["\u202EOcto\u202C\u0000\nCat", "Octo Cat"],
      ["n".repeat(300), "n".repeat(120)],
      ["n".repeat(10_000), null],
    ] as const) {
      const { browser } = await logIn(company.host, gitHubAccount({ name }));
      expect((await browser.get("/api/user")).body.fullName).toBe(stored);
    }
  });

  test("on the product's own host a known person is logged in, and a new one is refused", async () => {
    const account = gitHubAccount();
    await logIn(company.host, account);
    const known = await logIn("localhost", account);
    expect(await whoIs(known.browser)).toBe(account.emails[0]?.email);
    const stranger = await logIn("localhost", gitHubAccount());
    expect(stranger.location).toMatch(/^\/sign-on\/refused/);
    expect(await whoIs(stranger.browser)).toBeUndefined();
  });

  test("the request to GitHub has a state, PKCE and the choice of an account, and asks for addresses only", async () => {
    const { href } = target(await openBrowser(app, company.host).get(START));
    const query = Object.fromEntries(new URL(href).searchParams);
    expect(query).toMatchObject({
      redirect_uri: CALLBACK,
      scope: "user:email",
      prompt: "select_account",
      code_challenge_method: "S256",
      response_type: "code",
    });
    expect(query["state"]).toMatch(/^[\w-]{43}$/);
    expect(query["code_challenge"]).toMatch(/^[\w-]{43}$/);
  });

  test("responses are not stored and send no address on, and HEAD requests start nothing", async () => {
    const browser = openBrowser(app, company.host);
    const started = await browser.get(START);
    const passedOn = await openBrowser(app, "localhost").get(
      await answerFrom(browser, gitHubAccount()),
    );
    for (const { headers } of [started, passedOn])
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      });
    expect((await app.visitor(company.host).head(START)).status).toBe(404);
  });
});

describe("addresses that GitHub does not prove", () => {
  test.for([
    ["an unverified primary address", [{ primary: true, verified: false }]],
    [
      "a verified address that is not the primary one",
      [
        { primary: true, verified: false },
        { primary: false, verified: true },
      ],
    ],
    ["no address", []],
  ] as const)("%s logs nobody in to its account and creates none", async ([, flags]) => {
    const owner = await portal.user("user", company);
    const emails = flags.map((flag) => ({ email: owner.username, ...flag }));
    const { browser, location } = await logIn(company.host, { ...gitHubAccount(), emails });
    expect(location).toMatch(/^\/sign-on\/(?:confirm|refused)/);
    expect(await whoIs(browser)).toBeUndefined();
  });
});

describe("accounts that exist", () => {
  test("an account with a password is connected only after its owner has logged in and pressed Connect", async () => {
    const owner = await portal.user("user", company);
    const account = gitHubAccount({ email: owner.username });
    const { browser, location } = await logIn(company.host, account);
    expect(location).toBe("/sign-on/confirm");
    expect(await whoIs(browser)).toBeUndefined();
    expect((await browser.submit("/sign-on/confirm")).text).not.toContain("Connect</button>");
    const { username } = owner;
    await browser.post("/api/login", { username, password: TEST_PASSWORD });
    expect((await browser.get("/sign-on/confirm")).text).toContain("GitHub");
    expect(target(await browser.submit("/sign-on/confirm")).path).toBe("/roadmap");
    expect(await whoIs((await logIn(company.host, account)).browser)).toBe(username);
  });

  test("on a custom domain nothing is connected, because its owner could connect an identity of theirs", async () => {
    const own = await portal.company();
    const domain = await portal.domain(own);
    const owner = await portal.user("user", own);
    const browser = openBrowser(app, domain);
    const answer = await answerFrom(browser, gitHubAccount({ email: owner.username }));
    expect(target(await browser.get(answer)).path).toBe(refused("customDomain"));
  });

  test("whoever has registered somebody's address before, without confirming it, is logged out when the owner comes", async () => {
    const username = `hijacked${String(lastId)}@example.com`;
    const form = { username, password: "a password of the attacker's", fullName: "Attacker" };
    const attacker = openBrowser(app, company.host);
    expect((await attacker.post("/api/register", form)).status).toBe(201);
    const { browser } = await logIn(company.host, gitHubAccount({ email: username }));
    expect(await whoIs(browser)).toBe(username);
    expect(await whoIs(attacker)).toBeUndefined();
    const { status } = await openBrowser(app, company.host).post("/api/login", form);
    expect(status).toBe(401);
  });

  test("a deactivated account is refused", async () => {
    const account = gitHubAccount();
    await logIn(company.host, account);
    await portal.sql("update user_account set is_active = false where username = $1", [
      account.emails[0]?.email,
    ]);
    const { browser, location } = await logIn(company.host, account);
    expect(location).toMatch(/^\/sign-on\/refused/);
    expect(await whoIs(browser)).toBeUndefined();
  });
});

describe("connecting GitHub in the settings", () => {
  const LINK = `${START}?link=1&to=/settings`;

  /** A browser in which the user has just logged in. */
  async function browserOf({ username }: TestUser, host = company.host): Promise<TestBrowser> {
    const browser = openBrowser(app, host);
    const reply = await browser.post("/api/login", { username, password: TEST_PASSWORD });
    expect(reply.status).toBe(200);
    return browser;
  }

  /** Comes back from GitHub with the account there, and is asked whether to connect it. */
  async function comeBack(browser: TestBrowser, account: GitHubAccount): Promise<string> {
    const { href } = target(await browser.get(LINK));
    const { pathname, search } = new URL(gitHub.authorize(href, account) ?? "");
    return target(await browser.get((await passOn(pathname + search)).path)).path;
  }

  /** Connects the account at GitHub. Returns the path to which that leads. */
  async function connect(browser: TestBrowser, account: GitHubAccount): Promise<string> {
    const question = await comeBack(browser, account);
    expect(question).toBe("/sign-on/confirm");
    return target(await browser.submit(question)).path;
  }

  test("GitHub is connected with the account that is logged in, also with another address, and logs in from then on", async () => {
    const user = await portal.user("user", company);
    const account = gitHubAccount();
    expect(await connect(await browserOf(user), account)).toBe("/settings");
    expect(await whoIs((await logIn(company.host, account)).browser)).toBe(user.username);
  });

  test("a link that leads through GitHub connects nothing before the person presses the button", async () => {
    const user = await portal.user("user", company);
    const account = gitHubAccount();
    const browser = await browserOf(user);
    const question = await comeBack(browser, account);
    expect((await browser.get(question)).text).toContain(user.username);
    expect(await whoIs((await logIn(company.host, account)).browser)).not.toBe(user.username);
  });

  test("where a company's people log in only with its provider, GitHub does not log them in on the product's host", async () => {
    const own = await portal.company();
    const user = await portal.user("user", own);
    const account = gitHubAccount();
    await portal.sql(
      `insert into sign_in_identity (issuer, subject, user_id, label, is_confirmed)
       values ('https://github.com', $1, $2, 'robin', true)`,
      [String(account.id), user.id],
    );
    expect(await whoIs((await logIn("localhost", account)).browser)).toBe(user.username);
    await insertProvider(portal, own);
    await portal.sql(
      "update sign_on_provider set is_only_way = true, emergency_admin_id = $2 where company_id = $1",
      [own.id, (await portal.user("company_admin", own)).id],
    );
    expect((await logIn("localhost", account)).location).toBe(refused("off"));
    expect(await whoIs((await logIn(company.host, account)).browser)).toBe(user.username);
  });

  test("an identity that is connected with another account stays there", async () => {
    const account = gitHubAccount();
    const first = await whoIs((await logIn(company.host, account)).browser);
    const browser = await browserOf(await portal.user("user", company));
    expect(await connect(browser, account)).toBe(refused("alreadyConnected"));
    expect(await whoIs((await logIn(company.host, account)).browser)).toBe(first);
  });

  test("without a fresh login, from a page elsewhere, and on a custom domain nothing is started", async () => {
    const user = await portal.user("user", company);
    const stranger = openBrowser(app, company.host);
    expect(target(await stranger.get(LINK)).path).toBe(refused("notFresh"));
    const browser = await browserOf(user);
    const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
    const fromElsewhere = await app
      .visitor(company.host, { cookie })
      .get(LINK, { "sec-fetch-site": "cross-site" });
    expect(target(fromElsewhere).path).toBe(refused("expired"));
    await portal.sql("update session set proved_at = now() - interval '6 minutes'");
    expect(target(await browser.get(LINK)).path).toBe(refused("notFresh"));
    const own = await portal.company();
    const onDomain = await browserOf(await portal.user("user", own), await portal.domain(own));
    expect(target(await onDomain.get(LINK)).path).toBe(refused("customDomain"));
  });

  test("an answer connects nothing with the account of somebody who has logged in meanwhile", async () => {
    const [first, second] = [
      await portal.user("user", company),
      await portal.user("user", company),
    ];
    const account = gitHubAccount();
    const browser = await browserOf(first);
    const { href } = target(await browser.get(LINK));
    const { username } = second;
    await browser.post("/api/login", { username, password: TEST_PASSWORD });
    const { pathname, search } = new URL(gitHub.authorize(href, account) ?? "");
    const { path } = await passOn(pathname + search);
    expect(target(await browser.get(path)).path).toBe(refused("expired"));
    expect(
      await portal.sql("select from sign_in_identity where subject = $1", [String(account.id)]),
    ).toEqual([]);
  });
});

describe("custom domains", () => {
  test("before a custom domain gets the answer, a page of the product's host names the domain and the company", async () => {
    const own = await portal.company();
    const domain = await portal.domain(own);
    const browser = openBrowser(app, domain);
    const account = gitHubAccount();
    const reply = await openBrowser(app, "localhost").get(await answerFrom(browser, account));
    expect(reply).toMatchObject({ status: 200, headers: { "cache-control": "no-store" } });
    expect(reply.text).toContain(domain);
    expect(reply.text).toContain(own.name);
    expect(reply.text).not.toContain(String(account.emails[0]?.email));
    const [, href = ""] = /href="(http:\/\/[^"]+)"/.exec(reply.text) ?? [];
    const next = new URL(href.replaceAll("&amp;", "&"));
    expect([next.hostname, next.pathname]).toEqual([domain, "/auth/provider/callback"]);
    expect([...next.searchParams.keys()].toSorted()).toEqual(["code", "state"]);
    await browser.get(next.pathname + next.search);
    expect(await whoIs(browser)).toBe(account.emails[0]?.email);
  });

  test("a super admin is not logged in on a custom domain", async () => {
    const account = gitHubAccount();
    const own = await portal.company();
    const domain = await portal.domain(own);
    await logIn(own.host, account);
    await portal.sql("update user_account set role = 'super_admin' where username = $1", [
      account.emails[0]?.email,
    ]);
    const browser = openBrowser(app, domain);
    const answer = await answerFrom(browser, account);
    expect(target(await browser.get(answer)).path).toMatch(/^\/sign-on\/refused/);
    expect(await whoIs(browser)).toBeUndefined();
  });
});

describe("attacks", () => {
  test("an answer works only once", async () => {
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    await browser.get(path);
    await browser.post("/api/logout");
    expect(target(await browser.get(path)).path).toBe(refused("expired"));
    expect(await whoIs(browser)).toBeUndefined();
  });

  test("two browsers that send the same answer at once are logged in at most once", async () => {
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    const replies = await Promise.all([browser.get(path), browser.get(path)]);
    const ended = replies.filter((reply) => target(reply).path === refused("expired"));
    expect(ended).toHaveLength(1);
    expect(gitHub.requests.filter((each) => each.includes("access_token"))).toHaveLength(1);
  });

  test("an answer to another browser logs nobody in, so a link cannot log a victim in to the attacker's account", async () => {
    const attacker = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(attacker, gitHubAccount()));
    const victim = openBrowser(app, company.host);
    expect(target(await victim.get(path)).path).toBe(refused("expired"));
    await victim.get(START);
    expect(target(await victim.get(path)).path).toBe(refused("expired"));
    expect(await whoIs(victim)).toBeUndefined();
    expect(gitHub.requests).toEqual([]);
  });

  test("an answer for one host works on no other host, also in the same browser", async () => {
    const other = await portal.company();
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    const elsewhere = openBrowser(app, other.host);
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect(target(await elsewhere.get(path)).path).toBe(refused("expired"));
    expect(await whoIs(elsewhere)).toBeUndefined();
  });

  test("a code that was stolen from another login is refused by GitHub, because its PKCE verifier is another", async () => {
    const victim = openBrowser(app, company.host);
    const stolen = new URL(await answerFrom(victim, gitHubAccount()), CALLBACK);
    const attacker = openBrowser(app, company.host);
    const own = new URL(await answerFrom(attacker, gitHubAccount()), CALLBACK);
    own.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    const { path } = await passOn(own.pathname + own.search);
    expect(target(await attacker.get(path)).path).toMatch(/^\/sign-on\/refused/);
    expect(await whoIs(attacker)).toBeUndefined();
  });

  test("the answer to a login with one kind of provider is not taken at the callback of the other kind", async () => {
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    const { search } = new URL(path, "http://here");
    expect(target(await browser.get(`/auth/oidc/callback${search}`)).path).toBe(refused("expired"));
    expect(
      target(await browser.get(`/auth/token?token=x${search.replace("?", "&")}`)).path,
    ).toMatch(/^\/sign-on\/refused/);
    expect(gitHub.requests).toEqual([]);
    await browser.get(path);
    expect(await whoIs(browser)).toBeDefined();
  });

  test("no line of the log contains what an answer, its cookie or GitHub's requests prove", async () => {
    const lines: string[] = [];
    const log = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const logging = await portal.anotherApp(
      { ALLOW_PRIVATE_PROVIDERS: "1", LOG_LEVEL: "trace" },
      undefined,
      log,
    );
    const browser = openBrowser(logging, company.host);
    const answer = await answerFrom(browser, gitHubAccount());
    const started = browser.cookies.get("hearback_sign_on");
    const { path } = target(await openBrowser(logging, "localhost").get(answer));
    await browser.get(path);
    expect(await whoIs(browser)).toBeDefined();
    // A failed login is logged with its reason.
    await browser.get(await answerFrom(browser, gitHubAccount()).then((a) => `${a}&code=wrong`));
    const { searchParams } = new URL(path, "http://here");
    const secrets = [...searchParams.values(), started, browser.cookies.get("hearback_session")];
    expect(secrets.every((secret) => (secret ?? "").length > 15)).toBe(true);
    for (const secret of [...secrets, GITHUB_CLIENT.clientSecret])
      expect(lines.join("")).not.toContain(secret);
  });

  test("an unknown state leads nowhere, and nothing is asked at GitHub", async () => {
    const reply = await openBrowser(app, "localhost").get(`${CALLBACK}?code=x&state=unknown`);
    expect(target(reply).path).toBe(refused("expired"));
    expect(gitHub.requests).toEqual([]);
  });

  test("an expired login is refused", async () => {
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    await portal.sql("update sign_on_attempt set expires_at = now()");
    expect(target(await browser.get(path)).path).toBe(refused("expired"));
  });

  test("a new login ends the session and the cookie that somebody may have set before", async () => {
    const browser = openBrowser(app, company.host);
    browser.cookies.set("hearback_sign_on", "A".repeat(43));
    browser.cookies.set("hearback_session", "A".repeat(43));
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    expect(browser.cookies.get("hearback_sign_on")).not.toBe("A".repeat(43));
    await browser.get(path);
    expect(browser.cookies.get("hearback_session")).not.toBe("A".repeat(43));
    expect(await whoIs(browser)).toBeDefined();
  });

  test.for([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/login?from=//evil.example",
  ])("with to=%s a login leads to no other site", async (to) => {
    const { location } = await logIn(
      company.host,
      gitHubAccount(),
      `?to=${encodeURIComponent(to)}`,
    );
    expect(location).toBe("/roadmap");
  });
});

describe("what can go wrong", () => {
  test("who cancels at GitHub is told so", async () => {
    const browser = openBrowser(app, company.host);
    const { href } = target(await browser.get(START));
    const state = new URL(href).searchParams.get("state") ?? "";
    const { path } = await passOn(
      `${new URL(CALLBACK).pathname}?error=access_denied&state=${state}`,
    );
    expect(target(await browser.get(path)).path).toBe(refused("providerDenied"));
  });

  test("while GitHub is down, a login is refused in words and can be repeated", async () => {
    const browser = openBrowser(app, company.host);
    const { path } = await passOn(await answerFrom(browser, gitHubAccount()));
    gitHub.isDown = true;
    expect(target(await browser.get(path)).path).toBe(refused("providerDown"));
    gitHub.isDown = false;
    gitHub.isApiDown = true;
    expect((await logIn(company.host, gitHubAccount())).location).toBe(refused("providerDown"));
    gitHub.isApiDown = false;
    expect(await whoIs((await logIn(company.host, gitHubAccount())).browser)).toBeDefined();
  });

  test("an address that sends too many requests has to wait", async () => {
    const browser = openBrowser(app, "localhost");
    const answers = [];
    for (let request = 0; request <= 120; request += 1)
      answers.push((await browser.get(`${CALLBACK}?state=unknown`)).status);
    expect([answers[119], answers[120]]).toEqual([303, 429]);
  });

  test("a provider that is off or not set up is neither listed nor started", async () => {
    const listed = async () =>
      (await openBrowser(app, company.host).get("/api/sign-on/ways")).body.providers;
    expect(await listed()).toEqual(["github"]);
    await turn(false);
    expect(await listed()).toEqual([]);
    for (const path of [START, "/auth/oidc/google"])
      expect(target(await openBrowser(app, company.host).get(path)).path).toMatch(
        /^\/sign-on\/refused/,
      );
    await turn(true);
  });
});
