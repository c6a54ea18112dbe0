import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { importScene } from "#server/checks/fixtures/imports/importScene.ts";
import { openArrivals } from "#server/checks/fixtures/openArrivals.ts";
import { openBrowser } from "#server/checks/fixtures/openBrowser.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
let arrive: ReturnType<typeof openArrivals>;
beforeAll(async () => {
  portal = await startTestPortal({ SMTP_URL: "smtp://127.0.0.1:1" });
  arrive = openArrivals(portal);
});
beforeEach(() => portal.sql("delete from throttle"));

let serial = 0;
const newPerson = () => {
  serial += 1;
  return { address: `victim-${String(serial)}@example.com`, subject: `victim-${String(serial)}` };
};

/** A stranger registers the victim's address on a company's host, before the victim comes. */
async function scene() {
  const company = await portal.company();
  const victim = newPerson();
  const stranger = openBrowser(portal, company.host);
  const login = { username: victim.address, password: TEST_PASSWORD };
  const registered = await stranger.post("/api/register", { ...login, fullName: "A stranger" });
  expect(registered.status).toBe(201);
  const accountId: number = registered.body.id;
  const owner = openBrowser(portal, company.host);
  const ownerArrives = () => arrive(owner, company.host, victim);
  return { company, victim, stranger, login, accountId, owner, ownerArrives };
}

const SIGNED_IN = { kind: "signed-in" };

// The five forms of Sudhodanan and Paverd, "Pre-hijacked Accounts" (USENIX Security 2022).
describe("an account that a stranger has registered for the address of a person who later logs in with a provider", () => {
  test("the stranger's password does not open it (classic-federated merge)", async () => {
    const { company, login, accountId, ownerArrives } = await scene();
    expect(await ownerArrives()).toMatchObject({ ...SIGNED_IN, userId: accountId });
    const reply = await openBrowser(portal, company.host).post("/api/login", login);
    expect(reply.status).toBe(401);
  });

  test("the stranger's open session ends (unexpired session)", async () => {
    const { stranger, owner, ownerArrives } = await scene();
    await ownerArrives();
    expect((await stranger.get("/api/user")).status).toBe(401);
    expect((await owner.get("/api/user")).status).toBe(200);
  });

  test("an identity that the stranger has connected does not open it, and none can be connected before the address is confirmed (trojan identifier)", async () => {
    const { company, stranger, accountId, ownerArrives } = await scene();
    const theirs = { subject: `stranger-${String(accountId)}`, address: undefined };
    await portal.sql("update session set proved_at = now() where user_id = $1", [accountId]);
    expect(await arrive(stranger, company.host, theirs)).toEqual({ kind: "confirm" });
    const refused = await stranger.submit("/sign-on/confirm");
    expect(refused.headers["location"]).toBe("/sign-on/refused?reason=addressNotProved");
    await connectGitHub(portal.sql, accountId, theirs.subject);
    expect(await ownerArrives()).toMatchObject(SIGNED_IN);
    const again = await arrive(openBrowser(portal, company.host), company.host, theirs);
    expect(again).not.toMatchObject({ userId: accountId });
  });

  test("what the stranger has begun cannot be finished afterwards (unexpired change)", async () => {
    const { company, victim, stranger, accountId, ownerArrives } = await scene();
    const theirs = { subject: `stranger-${String(accountId)}`, address: undefined };
    await portal.sql("update session set proved_at = now() where user_id = $1", [accountId]);
    expect(await arrive(stranger, company.host, theirs)).toEqual({ kind: "confirm" });
    await stranger.post("/api/confirm-email/send");
    await ownerArrives();
    await stranger.submit("/sign-on/confirm");
    expect((await stranger.post("/api/user/merge")).status).toBe(401);
    expect(
      await portal.sql("select subject from sign_in_identity where user_id = $1", [accountId]),
    ).toEqual([{ subject: victim.subject }]);
  });

  test("a provider that does not check addresses opens no account, and creates none, by an address (non-verifying provider)", async () => {
    const { company, victim, accountId } = await scene();
    const claim = { isAddressProved: false, subject: `claims-${String(accountId)}` };
    const browser = openBrowser(portal, company.host);
    const known = await arrive(browser, company.host, { ...claim, address: victim.address });
    expect(known).toEqual({ kind: "confirm" });
    expect((await browser.get("/api/user")).status).toBe(401);
    const { address } = newPerson();
    expect(await arrive(browser, company.host, { ...claim, address })).toEqual({ kind: "confirm" });
    expect(await portal.sql("select from user_account where username = $1", [address])).toEqual([]);
  });
});

test("the second factor of an unconfirmed account is asked for in a browser that knows it, and ends with the account in others", async () => {
  for (const isKnown of [true, false]) {
    const { company, stranger: registrant, accountId, owner, victim } = await scene();
    await portal.sql(
      `insert into authenticator (user_id, secret, recovery_salt, confirmed_at)
       values ($1, $2, $3, now())`,
      [accountId, Buffer.alloc(20, 7), Buffer.alloc(16)],
    );
    await registrant.post("/api/logout");
    const browser = isKnown ? registrant : owner;
    const arrived = await arrive(browser, company.host, victim);
    expect(arrived).toMatchObject(isKnown ? { kind: "confirm" } : SIGNED_IN);
    expect((await browser.get("/api/user")).status).toBe(isKnown ? 401 : 200);
    expect(
      await portal.sql("select from authenticator where user_id = $1", [accountId]),
    ).toHaveLength(isKnown ? 1 : 0);
  }
});

describe("what a company's own provider says of an address", () => {
  const saysOf = (companyId: number, address: string) => ({
    companyId,
    issuer: "https://id.acme.example",
    subject: address,
    address,
    way: "oidc" as const,
  });

  test.each([
    ["a customer of another company", "user", "otherPortal"],
    ["an admin of another company", "company_admin", "otherPortal"],
    ["a super admin", "super_admin", "superAdmin"],
  ] as const)("opens no account of %s", async (_, role, reason) => {
    const [company, other] = [await portal.company(), await portal.company()];
    const { username } = await portal.user(role, role === "super_admin" ? null : other);
    for (const isDomainProved of [false, true]) {
      const browser = openBrowser(portal, company.host);
      const claim = { ...saysOf(company.id, username), isDomainProved };
      expect(await arrive(browser, company.host, claim)).toEqual({ kind: "refused", reason });
      expect((await browser.get("/api/user")).status).toBe(401);
    }
  });

  test("opens no account of its own customer who has a password, without the password", async () => {
    const company = await portal.company();
    const { username } = await portal.user("user", company);
    const browser = openBrowser(portal, company.host);
    expect(await arrive(browser, company.host, saysOf(company.id, username))).toEqual({
      kind: "confirm",
    });
    expect((await browser.submit("/sign-on/confirm")).text).not.toContain(">Connect<");
    expect((await browser.get("/api/user")).status).toBe(401);
  });

  test("counts on no other company's host", async () => {
    const [company, other] = [await portal.company(), await portal.company()];
    const claim = saysOf(company.id, newPerson().address);
    expect(await arrive(openBrowser(portal, other.host), other.host, claim)).toEqual({
      kind: "refused",
      reason: "expired",
    });
  });
});

test("a person whom an import has named gets what the import has written by logging in with a provider that proves the address", async () => {
  const { company, importFile, idOf } = await importScene(portal);
  const person = newPerson();
  await importFile("csv", `id,title,author_email\n1,Written before,${person.address}\n`);
  const browser = openBrowser(portal, company.host);
  const arrived = await arrive(browser, company.host, person);
  expect(arrived).toMatchObject({ ...SIGNED_IN, isNew: true });
  await runJobs(portal);
  const path = `/api/feedback/${String(await idOf("Written before"))}`;
  expect((await browser.get(path)).body).toMatchObject({
    userId: arrived.kind === "signed-in" ? arrived.userId : null,
  });
});
