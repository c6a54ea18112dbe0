import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let names: NameServer;
let portal: TestPortal;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({
    BASE_DOMAIN: "hearback.test",
    PREVIEW_HOSTS: "*.preview.example",
    DNS_SERVERS: names.address,
  });
});
afterAll(() => names.close());
beforeEach(() => {
  names.isFailing = false;
  names.isSilent = false;
});

let serial = 0;

interface Claim {
  company: TestCompany;
  admin: Visitor;
  path: string;
  domain: string;
  /** The name to which the DNS record must point. */
  target: string;
}

/** Creates a company that claims the given domain, by default a new domain. */
async function claim(domain = `feedback${String((serial += 1))}.example.com`): Promise<Claim> {
  const made = await portal.company();
  const company = { ...made, host: `${made.subdomain}.hearback.test` };
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const path = `/api/company/${String(company.id)}`;
  const reply = await admin.patch(`${path}/domain`, { customDomain: domain });
  if (reply.status !== 200) throw new Error(reply.text);
  return { company, admin, path, domain, target: company.host };
}

const check = async ({ admin, path }: Claim) =>
  (await admin.post(`${path}/domain/check`)).body.domain;

async function verified(): Promise<Claim> {
  const claimed = await claim();
  names.aliases.set(claimed.domain, claimed.target);
  expect(await check(claimed)).toMatchObject({ state: "verified" });
  return claimed;
}

/**
 * Returns the name of the company whose portal a host serves, null for the product's host, or the
 * status of an error.
 */
async function portalAt(host: string): Promise<unknown> {
  const { status, body } = await portal.visitor(host).get("/api/portal");
  return status === 200 ? (body.company?.name ?? null) : status;
}

describe("claiming a custom domain", () => {
  test("a claimed domain is stored in lower case, is pending and serves no portal", async () => {
    const { company, admin, path, domain, target } = await claim("Feedback.ACME-Corp.example");
    expect((await admin.get(`${path}/settings`)).body).toMatchObject({
      customDomain: domain.toLowerCase(),
      domain: {
        customDomain: domain.toLowerCase(),
        state: "pending",
        verifiedAt: null,
        checkedAt: null,
        problem: null,
        cnameTarget: target,
      },
    });
    expect(await portalAt(domain)).toBe(404);
    expect((await portal.visitor(company.host).get(path)).text).not.toContain("acme-corp");
  });

  test("'Check now' verifies a domain whose CNAME record points to the company's subdomain, and the domain then serves the portal", async () => {
    const claimed = await claim();
    const { company, domain, target, path } = claimed;
    names.aliases.set(domain, target.toUpperCase());
    expect(await check(claimed)).toMatchObject({
      state: "verified",
      verifiedAt: expect.stringMatching(/Z$/),
      checkedAt: expect.stringMatching(/Z$/),
      failingSince: null,
      problem: null,
    });
    expect(await portalAt(domain)).toBe(company.name);
    expect(await portalAt(`${domain.toUpperCase()}.:443`)).toBe(company.name);
    expect((await portal.visitor(domain).get(path)).body.customDomain).toBe(domain);
  });

  test("a CNAME record that points to the company's subdomain through another alias is accepted", async () => {
    const claimed = await claim();
    names.aliases.set(claimed.domain, "edge.example.net");
    names.aliases.set("edge.example.net", claimed.target);
    expect(await check(claimed)).toMatchObject({ state: "verified" });
  });

  test("a domain without a usable CNAME record stays pending, with a reason that does not repeat the resolver's answer", async () => {
    const claimed = await claim();
    const { domain, target } = claimed;
    const pending = { state: "pending", verifiedAt: null, failingSince: null };
    expect(await check(claimed)).toMatchObject({
      ...pending,
      checkedAt: expect.stringMatching(/Z$/),
      problem: `There is no CNAME record for ${domain} yet.`,
    });
    names.aliases.set(domain, "somewhere.example.net");
    const elsewhere = `The CNAME record does not point to ${target}.`;
    expect(await check(claimed)).toMatchObject({ ...pending, problem: elsewhere });
    names.aliases.set(domain, "hearback.test");
    expect(await check(claimed)).toMatchObject({ ...pending, problem: elsewhere });
    names.isFailing = true;
    const silent = "The name servers of this domain did not answer.";
    expect(await check(claimed)).toMatchObject({ ...pending, problem: silent });
    expect(await portalAt(domain)).toBe(404);
  });

  test("silent name servers are reported as not answering", async () => {
    const claimed = await claim();
    names.isSilent = true;
    expect(await check(claimed)).toMatchObject({
      state: "pending",
      problem: "The name servers of this domain did not answer.",
    });
  });

  test("a CNAME record that points to itself through aliases is reported as not pointing to the subdomain", async () => {
    const claimed = await claim();
    names.aliases.set(claimed.domain, "loop.example.net");
    names.aliases.set("loop.example.net", claimed.domain);
    expect(await check(claimed)).toMatchObject({
      state: "pending",
      problem: expect.stringMatching(/does not point to/),
    });
  });

  test("unreachable name servers are reported as not answering", async () => {
    const claimed = await claim();
    const stopped = await startNameServer();
    await stopped.close();
    const { visitor } = await portal.anotherApp({
      BASE_DOMAIN: "hearback.test",
      DNS_SERVERS: stopped.address,
    });
    const admin = visitor(
      claimed.company.host,
      await portal.user("company_admin", claimed.company),
    );
    expect(await check({ ...claimed, admin })).toMatchObject({
      state: "pending",
      problem: "The name servers of this domain did not answer.",
    });
  });

  test("a domain claimed by two companies belongs to the first company that verifies it", async () => {
    const first = await claim();
    const second = await claim(first.domain);
    names.aliases.set(first.domain, first.target);
    expect(await check(second)).toMatchObject({ state: "pending" });
    expect(await check(first)).toMatchObject({ state: "verified" });
    names.aliases.set(first.domain, second.target);
    expect(await check(second)).toMatchObject({
      state: "pending",
      problem: "Another portal already uses this domain.",
    });
    expect(await portalAt(first.domain)).toBe(first.company.name);
    await first.admin.patch(`${first.path}/domain`, { customDomain: "" });
    expect(await portalAt(first.domain)).toBe(404);
    expect(await check(second)).toMatchObject({ state: "verified", problem: null });
    expect(await portalAt(first.domain)).toBe(second.company.name);
  });

  test("a custom domain can be removed or changed immediately, and a new claim starts unverified", async () => {
    const { admin, path, domain, company } = await verified();
    const save = async (customDomain: string | null) =>
      (await admin.patch(`${path}/domain`, { customDomain })).body.domain;
    expect(await save(domain)).toMatchObject({ state: "verified" });
    expect(await portalAt(domain)).toBe(company.name);
    expect(await save("other.example.com")).toMatchObject({ state: "pending", verifiedAt: null });
    expect(await portalAt(domain)).toBe(404);
    expect(await save(domain)).toMatchObject({ state: "pending" });
    expect(await save(null)).toMatchObject({ state: "none", customDomain: null });
    expect((await admin.post(`${path}/domain/check`)).body).toEqual({
      message: "Save a domain first",
      errors: { customDomain: ["Save a domain first"] },
    });
  });

  test.each([
    "nodot",
    "http://feedback.example.com",
    "feedback.example.com/x",
    "feedback.example.c",
    "feedback.example.c0m",
    "-a.example.com",
    "a..example.com",
    "feedback.example.com:8080",
    "127.0.0.1",
    "exa_mple.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(130)}example.com`,
    7,
    undefined,
  ])("%s is refused as a domain", async (customDomain) => {
    const { admin, path, domain } = await claim();
    const message = "Please enter a valid domain";
    expect(await admin.patch(`${path}/domain`, { customDomain })).toMatchObject({
      status: 400,
      body: { message, errors: { customDomain: [message] } },
    });
    expect((await admin.get(`${path}/settings`)).body.domain.customDomain).toBe(domain);
  });

  test.each(["hearback.test", "acme.hearback.test", "a.b.hearback.test", "x.preview.example"])(
    "the product's own name %s is refused as a domain",
    async (customDomain) => {
      const { admin, path } = await claim();
      const message = "Please enter a domain of your own";
      expect(await admin.patch(`${path}/domain`, { customDomain })).toMatchObject({
        status: 400,
        body: { message, errors: { customDomain: [message] } },
      });
    },
  );

  test("a domain cannot be verified for a company without a subdomain", async () => {
    const { company, admin, path } = await claim();
    const superAdmin = portal.visitor("hearback.test", await portal.user("super_admin"));
    await portal.sql("update company set subdomain = null where id = $1", [company.id]);
    const { body } = await superAdmin.post(`${path}/domain/check`);
    expect(body.domain).toMatchObject({
      state: "pending",
      cnameTarget: null,
      problem: "The company has no subdomain to point to.",
    });
    expect((await admin.get(`${path}/settings`)).status).toBe(404);
  });

  test("an account can check a domain at most twenty times in ten minutes", async () => {
    const claimed = await claim();
    const again = await claim();
    const statuses: number[] = [];
    for (let turn = 0; turn < 22; turn += 1) {
      statuses.push((await claimed.admin.post(`${claimed.path}/domain/check`)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429]);
    const refused = await claimed.admin.post(`${claimed.path}/domain/check`);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(500);
    expect(await check(again)).toMatchObject({ state: "pending" });
  });
});
