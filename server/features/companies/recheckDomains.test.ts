import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { recheckDomains } from "./recheckDomains.ts";

let names: NameServer;
let portal: TestPortal;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({ DNS_SERVERS: names.address });
});
afterAll(() => names.close());

const recheck = (signal = new AbortController().signal) =>
  recheckDomains(portal.database.system, portal.config, portal.changes, signal);

let serial = 0;

/** Creates a company whose domain was verified 90 days ago. */
async function withDomain(): Promise<TestCompany & { domain: string }> {
  const company = await portal.company();
  const domain = `portal${String((serial += 1))}.example.org`;
  await portal.sql(
    `update company set custom_domain = $2, custom_domain_verified_at = now() - interval '90 days',
       custom_domain_checked_at = now() - interval '1 day' where id = $1`,
    [company.id, domain],
  );
  names.aliases.set(domain, company.host);
  return { ...company, domain };
}

async function domainOf(company: TestCompany): Promise<Record<string, unknown>> {
  const admin = portal.visitor("localhost", await portal.user("super_admin"));
  return (await admin.get(`/api/company/${String(company.id)}/settings`)).body.domain;
}

async function isServed({ domain }: { domain: string }): Promise<boolean[]> {
  const page = await portal.visitor(domain).get("/api/portal");
  const asked = await portal.visitor("localhost").get(`/api/domain-check?domain=${domain}`);
  return [page.status === 200, asked.status === 200];
}

/** Sets how long a company's domain has been failing. */
const failingFor = (company: TestCompany, time: string) =>
  portal.sql(
    "update company set custom_domain_failing_since = now() - $2::interval where id = $1",
    [company.id, time],
  );

describe("the daily check of custom domains", () => {
  test("a working domain keeps its date of verification", async () => {
    const company = await withDomain();
    const before = await domainOf(company);
    await recheck();
    const after = await domainOf(company);
    expect(after).toEqual({ ...before, checkedAt: expect.any(String) });
    expect(Date.parse(String(after["checkedAt"]))).toBeGreaterThan(Date.now() - 60_000);
  });

  test("a pending domain is verified once its record exists", async () => {
    const company = await withDomain();
    await portal.sql("update company set custom_domain_verified_at = null where id = $1", [
      company.id,
    ]);
    expect(await isServed(company)).toEqual([false, false]);
    await recheck();
    expect(await domainOf(company)).toMatchObject({ state: "verified", problem: null });
    expect(await isServed(company)).toEqual([true, true]);
  });

  test("a domain works for seven days after its record is removed, and works again after the record is restored", async () => {
    const company = await withDomain();
    names.aliases.delete(company.domain);
    await recheck();
    const first = await domainOf(company);
    expect(first).toMatchObject({
      state: "failing",
      verifiedAt: expect.any(String),
      failingSince: expect.any(String),
      problem: `There is no CNAME record for ${company.domain} yet.`,
    });
    expect(await isServed(company)).toEqual([true, true]);
    await failingFor(company, "6 days 23 hours");
    const { failingSince } = await domainOf(company);
    await recheck();
    expect(await domainOf(company)).toMatchObject({
      state: "failing",
      verifiedAt: first["verifiedAt"],
      failingSince,
    });
    expect(await isServed(company)).toEqual([true, true]);
    await failingFor(company, "7 days 1 hour");
    await recheck();
    expect(await domainOf(company)).toMatchObject({ state: "failing", verifiedAt: null });
    expect(await isServed(company)).toEqual([false, false]);
    names.aliases.set(company.domain, company.host);
    await recheck();
    expect(await domainOf(company)).toMatchObject({
      state: "verified",
      failingSince: null,
      problem: null,
    });
    expect(await isServed(company)).toEqual([true, true]);
  });

  test("a domain whose record is restored within the grace period is no longer failing", async () => {
    const company = await withDomain();
    await failingFor(company, "6 days");
    await recheck();
    expect(await domainOf(company)).toMatchObject({ state: "verified", failingSince: null });
    names.aliases.delete(company.domain);
    await recheck();
    expect(await domainOf(company)).toMatchObject({ state: "failing" });
    expect(await isServed(company)).toEqual([true, true]);
  });

  test("another company can verify a domain only after the first company has lost it", async () => {
    const first = await withDomain();
    const second = await portal.company();
    await portal.sql("update company set custom_domain = $2 where id = $1", [
      second.id,
      first.domain,
    ]);
    names.aliases.set(first.domain, second.host);
    await recheck();
    expect(await domainOf(first)).toMatchObject({ state: "failing" });
    expect(await domainOf(second)).toMatchObject({ state: "pending" });
    expect((await portal.visitor(first.domain).get("/api/portal")).body.company.name).toBe(
      first.name,
    );
    await failingFor(first, "8 days");
    await recheck();
    await recheck();
    expect(await domainOf(second)).toMatchObject({ state: "verified" });
    expect((await portal.visitor(first.domain).get("/api/portal")).body.company.name).toBe(
      second.name,
    );
  });

  test("the daily check of domains covers forty domains even while the name servers fail", async () => {
    const companies = await Promise.all(Array.from({ length: 40 }, withDomain));
    names.isFailing = true;
    await recheck();
    names.isFailing = false;
    const problems = await Promise.all(companies.slice(0, 5).map(domainOf));
    for (const domain of problems) {
      expect(domain).toMatchObject({
        state: "failing",
        problem: "The name servers of this domain did not answer.",
      });
    }
    await recheck();
    for (const company of companies.slice(0, 5))
      expect(await domainOf(company)).toMatchObject({ state: "verified" });
  });
});

/** Returns every claimed domain with the time and result of its last check. */
const checks = () =>
  portal.sql<{ checked: string; problem: string | null }>(
    "select custom_domain, custom_domain_checked_at::text as checked, custom_domain_problem as problem from company where custom_domain is not null order by id",
  );

describe("an interrupted check of custom domains", () => {
  beforeAll(async () => void (await portal.sql("delete from company")));

  test("stopping the portal ends the check without marking domains as failing, and a retry checks all domains", async () => {
    const companies = await Promise.all(Array.from({ length: 30 }, withDomain));
    const before = await checks();
    names.isSilent = true;
    onTestFinished(() => void (names.isSilent = false));
    const stopping = new AbortController();
    const asked = names.questions;
    const looking = recheck(stopping.signal);
    await vi.waitUntil(() => names.questions >= asked + 10, { timeout: 5_000 });
    stopping.abort(new Error("the portal stops"));
    await expect(looking).rejects.toThrow("the portal stops");
    // Without the cancellation, a look-up would repeat its query before it ends with a timeout.
    expect(names.questions).toBe(asked + 10);
    expect(await checks()).toEqual(before);
    names.isSilent = false;
    await recheck();
    for (const company of companies.slice(0, 5))
      expect(await domainOf(company)).toMatchObject({ state: "verified" });
    expect((await checks()).filter(({ checked }, n) => checked === before[n]?.checked)).toEqual([]);
  });

  test("a database error stops the remaining look-ups, so that no look-up runs during the retry", async () => {
    const [first] = await Promise.all(Array.from({ length: 200 }, withDomain));
    await portal.sql("update company set custom_domain_checked_at = null where id = $1", [
      first?.id,
    ]);
    await portal.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
       create trigger refuse before update on company
         for each row when (new.id = ${String(first?.id)}) execute function refuse();`,
    );
    const accept = async () => void (await portal.sql("drop function if exists refuse cascade"));
    onTestFinished(accept);
    const before = await checks();
    const publish = vi.fn();
    const { signal } = new AbortController();
    const { system } = portal.database;
    await expect(recheckDomains(system, portal.config, { publish }, signal)).rejects.toThrow(
      "no room",
    );
    const checked = publish.mock.calls.length;
    const after = await checks();
    expect(after.filter((each, n) => each.checked !== before[n]?.checked)).toHaveLength(checked);
    expect(checked).toBeLessThan(100);
    await accept();
    await recheck();
    // While the retry looked up all domains, the failed run published no result.
    expect(publish).toHaveBeenCalledTimes(checked);
  });
});

describe("GET /api/domain-check", () => {
  test("GET /api/domain-check accepts at most thirty new hosts an hour, and always accepts known hosts", async () => {
    await portal.sql("delete from throttle");
    const ask = (host: string) =>
      portal.visitor("localhost").get(`/api/domain-check?domain=${host}`);
    const [known, late] = [await portal.company(), await portal.company()];
    expect((await ask(known.host)).status).toBe(200);
    await portal.sql("update throttle set hits = 30 where key like 'certificate-hosts:%'");
    const refused = await ask(late.host);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3500);
    expect((await ask(known.host)).status).toBe(200);
    expect((await ask("localhost")).status).toBe(200);
    expect((await ask("unknown.example.org")).status).toBe(404);
    await portal.sql("update throttle set window_started_at = now() - interval '61 minutes'");
    expect((await ask(late.host)).status).toBe(200);
    await portal.sql("delete from throttle");
  });

  test("GET /api/domain-check on any host accepts the product's host, preview hosts, portals' hosts and verified domains, but no other names", async () => {
    const verified = await withDomain();
    const pending = await withDomain();
    await portal.sql("update company set custom_domain_verified_at = null where id = $1", [
      pending.id,
    ]);
    const { visitor } = await portal.anotherApp({ PREVIEW_HOSTS: "*.preview.example" });
    const ask = async (query: string, host: string) => {
      const { status, headers } = await visitor(host).get(`/api/domain-check${query}`);
      return `${query} ${String(status)} ${String(headers["cache-control"])}`;
    };
    const served = [
      "localhost",
      "LOCALHOST.",
      verified.host,
      verified.host.toUpperCase(),
      verified.domain,
      "x.preview.example",
    ];
    const unknown = [
      pending.domain,
      "unknown.example.org",
      "no-such-company.localhost",
      `x.${verified.host}`,
      `x.${verified.domain}`,
      "x.y.preview.example",
      `${verified.domain}:443`,
      "localhost:3000",
      "",
      "%00",
      "a%20b",
      "..",
      "xn--",
      "127.0.0.1",
      "x".repeat(300),
      `${verified.domain}%2f`,
      "%27%20or%201%3D1--",
    ];
    for (const host of [
      "localhost",
      verified.host,
      "hearback:3000",
      "10.0.0.7",
      "nobody.example",
    ]) {
      for (const name of served) {
        expect(await ask(`?domain=${name}`, host)).toBe(`?domain=${name} 200 no-store`);
      }
      for (const name of unknown) {
        expect(await ask(`?domain=${name}`, host)).toBe(`?domain=${name} 404 no-store`);
      }
    }
    for (const query of [
      "",
      `?domain=${verified.domain}&domain=${verified.domain}`,
      "?domain[]=localhost",
    ]) {
      expect(await ask(query, "localhost")).toBe(`${query} 404 no-store`);
    }
  });
});
