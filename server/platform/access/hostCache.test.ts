import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import { recheckDomains } from "#server/features/companies/recheckDomains.ts";
import type { Reply, TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let names: NameServer;
let portal: TestPortal;
let other: TestApp;
beforeAll(async () => {
  names = await startNameServer();
  portal = await startTestPortal({ DNS_SERVERS: names.address });
  other = await portal.anotherApp();
});
afterAll(() => names.close());

const portalAt = (host: string, app: TestApp = portal) => app.visitor(host).get("/api/portal");

/** Returns portal data as anonymous visitors get them from the caches of both processes. */
async function cachedReplies(host: string): Promise<Reply[]> {
  return Promise.all([portalAt(host), portalAt(host, other)]);
}

/** Changes the database without publishing a change. */
const renameUnpublished = (company: { id: number }, name: string) =>
  portal.sql("update company set name = $2 where id = $1", [company.id, name]);

async function scene() {
  const company = await portal.company();
  const domain = `${company.subdomain}.example.org`;
  names.aliases.set(domain, company.host);
  const admin = portal.visitor(company.host, await portal.user("company_admin", company));
  const provider = portal.visitor("localhost", await portal.user("super_admin"));
  const path = `/api/company/${String(company.id)}`;
  await admin.patch(`${path}/domain`, { customDomain: domain });
  await admin.post(`${path}/domain/check`);
  return { company, domain, admin, provider, path };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const SITE = {
  siteName: "Renamed site",
  allowPublicRegistration: true,
  allowPublicFeedback: true,
  requireAdminMfa: false,
  maxUploadSize: 4,
};

const logo = async () => multipartOf({ name: "logo", filename: "l.png", content: await pngOf() });

/** Changes that affect cached host data, each with a check whether a response shows the change. */
const CHANGES: [
  string,
  (scene: Scene) => Promise<unknown>,
  (reply: Reply, scene: Scene) => boolean,
][] = [
  [
    "a new profile",
    ({ admin, path }) => admin.patch(path, { name: "New name", allowCustomerSignUp: false }),
    ({ body }) => body.company?.name === "New name" && body.registrationOpen === false,
  ],
  [
    "new colours",
    ({ admin, path }) =>
      admin.patch(`${path}/branding`, {
        brandingSettings: { ...DEFAULT_BRANDING, primaryColor: "#123456" },
      }),
    ({ text }) => text.includes("#123456"),
  ],
  [
    "a new logo",
    async ({ admin, path }) => {
      const { payload, headers } = await logo();
      return admin.post(`${path}/logo`, payload, headers);
    },
    ({ body }) => String(body.company?.logoUrl).startsWith("/logos/"),
  ],
  [
    "the removal of the domain",
    ({ admin, path }) => admin.patch(`${path}/domain`, { customDomain: null }),
    ({ body, status }, { domain }) => status === 404 || body.company?.customDomain !== domain,
  ],
  [
    "a new name from a super admin",
    ({ provider, company }) =>
      provider.patch(`/api/admin/companies/${String(company.id)}`, { name: "By the provider" }),
    ({ body }) => body.company?.name === "By the provider",
  ],
  [
    "the deletion of the company",
    ({ provider, company }) => provider.delete(`/api/admin/companies/${String(company.id)}`),
    ({ status }) => status === 404,
  ],
  [
    "new site settings",
    ({ provider }) => provider.post("/api/admin/site-settings", SITE),
    ({ body }) => body.site?.siteName === "Renamed site" && body.site.maxUploadSize === 4,
  ],
  [
    "new site colours",
    async ({ provider }) => {
      const { body } = await provider.get("/api/admin/site-settings");
      const brandingSettings = { ...body.brandingSettings, primaryColor: "#654321" };
      return provider.patch("/api/admin/site-settings/branding", { brandingSettings });
    },
    ({ body }) => body.site?.brandingSettings.primaryColor === "#654321",
  ],
  [
    "a new site logo",
    async ({ provider }) => {
      const { payload, headers } = await logo();
      return provider.post("/api/admin/logo", payload, headers);
    },
    ({ body }) => String(body.site?.logoUrl).startsWith("/logos/site/"),
  ],
  [
    "the loss of the domain",
    async ({ company, domain }) => {
      names.aliases.delete(domain);
      await portal.sql(
        "update company set custom_domain_failing_since = now() - interval '8 days' where id = $1",
        [company.id],
      );
      await recheckDomains(
        portal.database.system,
        portal.config,
        portal.changes,
        new AbortController().signal,
      );
    },
    ({ body, status }, { domain }) => status === 404 || body.company?.customDomain !== domain,
  ],
];

describe("the host cache", () => {
  test.each(CHANGES)(
    "after %s, cached host data are invalid at once in this process and within 5 s in other processes",
    async (_, change, shows) => {
      const set = await scene();
      const hosts = [set.company.host, set.domain];
      for (const host of hosts) {
        for (const reply of await cachedReplies(host))
          expect([reply.status, shows(reply, set)]).toEqual([200, false]);
      }
      await change(set);
      for (const host of hosts) expect(shows(await portalAt(host), set)).toBe(true);
      for (const host of hosts) {
        await expect
          .poll(async () => shows(await portalAt(host, other), set), { timeout: 5_000 })
          .toBe(true);
      }
    },
  );

  test("cached host data expire after a minute even if no change was published", async () => {
    const { company } = await scene();
    const [before] = await cachedReplies(company.host);
    await renameUnpublished(company, "Unheard of");
    expect((await portalAt(company.host)).body).toEqual(before?.body);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await portalAt(company.host)).body.company.name).toBe("Unheard of");
  });

  test("requests with credentials and requests that change data do not use cached host data", async () => {
    const { company, admin } = await scene();
    await cachedReplies(company.host);
    await portal.sql(
      "update company set allow_customer_sign_up = false, name = 'Unheard of' where id = $1",
      [company.id],
    );
    expect((await admin.get("/api/portal")).body.company.name).toBe("Unheard of");
    const withKey = await portal.visitor(company.host).get("/api/portal", { authorization: "key" });
    expect(withKey.body.company.name).toBe("Unheard of");
    const account = {
      fullName: "Late",
      username: "late@example.com",
      password: "a long enough password",
    };
    expect(await portal.visitor(company.host).post("/api/register", account)).toMatchObject({
      status: 403,
    });
  });

  test("unknown hosts are not cached, so a new company's host works at once", async () => {
    const { provider } = await scene();
    expect((await portalAt("brand-new.localhost")).status).toBe(404);
    await provider.post("/api/admin/companies", { name: "Brand new", subdomain: "brand-new" });
    expect((await portalAt("brand-new.localhost")).body.company.name).toBe("Brand new");
    const account = {
      companyName: "Made by sign-up",
      subdomain: "by-sign-up",
      fullName: "First Admin",
      username: "first@example.com",
      password: "a long enough password",
    };
    expect((await portalAt("by-sign-up.localhost", other)).status).toBe(404);
    expect((await portal.visitor("localhost").post("/api/register", account)).status).toBe(201);
    expect((await portalAt("by-sign-up.localhost", other)).body.company.name).toBe(
      "Made by sign-up",
    );
  });
});
