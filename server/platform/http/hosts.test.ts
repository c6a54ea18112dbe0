import { beforeAll, describe, expect, test } from "vitest";
import type { PageRenderer } from "#server/platform/pages/pages.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

/** Renders pages that contain their URL and the API's data about the portal. */
const REPORTING_PAGES: PageRenderer = {
  isDevelopment: false,
  mountAssets: async () => undefined,
  render: async ({ url, call }) => ({
    status: 200,
    html: new TextEncoder().encode(
      `<p>${url} ${JSON.stringify(await call("GET /api/portal"))}</p>`,
    ),
  }),
};

let portal: TestPortal;
let withPages: TestApp;
beforeAll(async () => {
  portal = await startTestPortal();
  withPages = await portal.anotherApp({}, REPORTING_PAGES);
});

async function companyOf(
  host: string,
  app: TestApp = portal,
): Promise<number | "product" | "unknown"> {
  const { status, body } = await app.visitor(host).get("/api/portal");
  if (status === 404) return "unknown";
  return body.company?.id ?? "product";
}

async function claim(company: { id: number }, domain: string, isVerified: boolean): Promise<void> {
  await portal.sql(
    `update company set custom_domain = $2, custom_domain_verified_at = case when $3 then now() end where id = $1`,
    [company.id, domain, isVerified],
  );
}

describe("a host", () => {
  test("localhost leads to the product, and a company's subdomain leads to the company", async () => {
    const company = await portal.company();
    expect(await companyOf("localhost")).toBe("product");
    expect(await companyOf(company.host)).toBe(company.id);
  });

  test("a host is matched ignoring case, port and trailing dot", async () => {
    const company = await portal.company();
    for (const host of [
      company.host.toUpperCase(),
      `${company.host}:3000`,
      `${company.host}.`,
      `${company.host}.:80`,
    ]) {
      expect([host, await companyOf(host)]).toEqual([host, company.id]);
    }
    for (const host of ["LOCALHOST", "localhost:8080", "localhost."]) {
      expect([host, await companyOf(host)]).toEqual([host, "product"]);
    }
  });

  test("a host that differs in any label from the product's host and from every company's host is unknown", async () => {
    const company = await portal.company();
    const { subdomain } = company;
    for (const host of [
      `x${company.host}`,
      `${subdomain}.x.localhost`,
      `x.${company.host}`,
      `${subdomain}.localhost.example.com`,
      `${subdomain}localhost`,
      `${subdomain}.example.com`,
      subdomain,
      "notlocalhost",
      ".localhost",
      `.${company.host}`,
      `${company.host}..`,
    ]) {
      expect([host, await companyOf(host)]).toEqual([host, "unknown"]);
    }
  });

  test("a verified custom domain and the subdomain both lead to their company", async () => {
    const company = await portal.company();
    await claim(company, "feedback.verified.example", true);
    expect(await companyOf("feedback.verified.example")).toBe(company.id);
    expect(await companyOf("Feedback.Verified.Example.:443")).toBe(company.id);
    expect(await companyOf(company.host)).toBe(company.id);
    expect(await companyOf("verified.example")).toBe("unknown");
    expect(await companyOf("x.feedback.verified.example")).toBe("unknown");
  });

  test("an unverified custom domain leads to no company", async () => {
    const company = await portal.company();
    await claim(company, "pending.example.com", false);
    expect(await companyOf("pending.example.com")).toBe("unknown");
  });

  test("a domain that several companies claim leads to the company that has verified it", async () => {
    const [squatter, owner, another] = [
      await portal.company(),
      await portal.company(),
      await portal.company(),
    ];
    await claim(squatter, "claimed.example.com", false);
    await claim(another, "claimed.example.com", false);
    await claim(owner, "claimed.example.com", true);
    expect(await companyOf("claimed.example.com")).toBe(owner.id);
  });

  test("a custom domain cannot take over the product's own host or another company's subdomain", async () => {
    const [company, thief] = [await portal.company(), await portal.company()];
    await claim(thief, company.host, true);
    expect(await companyOf(company.host)).toBe(company.id);
    await claim(thief, "localhost", true);
    expect(await companyOf("localhost")).toBe("product");
  });

  test("a preview host behaves as the product's own host, and a star in the pattern of preview hosts matches one label", async () => {
    const app = await portal.anotherApp({ PREVIEW_HOSTS: "preview.example.com, *.pr.example.com" });
    for (const host of ["preview.example.com", "Preview.Example.com.:8080", "42.pr.example.com"]) {
      expect([host, await companyOf(host, app)]).toEqual([host, "product"]);
    }
    for (const host of [
      "pr.example.com",
      "a.b.pr.example.com",
      "x.preview.example.com",
      "xpr.example.com",
    ]) {
      expect([host, await companyOf(host, app)]).toEqual([host, "unknown"]);
    }
  });

  test("companies have subdomains of the configured BASE_DOMAIN", async () => {
    const company = await portal.company();
    const app = await portal.anotherApp({ BASE_DOMAIN: "Feedback.Example.com." });
    expect(await companyOf("feedback.example.com", app)).toBe("product");
    expect(await companyOf(`${company.subdomain}.feedback.example.com`, app)).toBe(company.id);
    for (const host of [company.host, "example.com"])
      expect(await companyOf(host, app)).toBe("unknown");
  });

  test("a forwarded host header is ignored unless a trusted proxy sent it", async () => {
    const [company, other] = [await portal.company(), await portal.company()];
    const headers = { "x-forwarded-host": other.host, forwarded: `host=${other.host}` };
    const ask = async (app: TestApp) =>
      (await app.visitor(company.host).get("/api/portal", headers)).body.company.id;
    expect(await ask(portal)).toBe(company.id);
    expect(await ask(await portal.anotherApp({ TRUST_PROXY: "192.0.2.1" }))).toBe(company.id);
    expect(await ask(await portal.anotherApp({ TRUST_PROXY: "1" }))).toBe(other.id);
  });
});

describe("an unknown host", () => {
  const PATHS = [
    "/api/portal",
    "/api/boards",
    "/api/user",
    "/api/admin/faqs",
    "/api/nothing",
    "/api/openapi.json",
  ];
  const HOSTS = [
    "unknown.localhost",
    "example.com",
    "127.0.0.1",
    "[::1]:3000",
    "a b",
    "localhost/x",
    "localhost@evil",
  ];

  test("every API call to an unknown host gets the message 'Portal not found' and nothing else", async () => {
    const user = await portal.user("super_admin");
    for (const host of HOSTS) {
      for (const path of PATHS) {
        const reply = await portal.visitor(host, user).get(path);
        expect([host, path, reply.status, reply.text]).toEqual([
          host,
          path,
          404,
          '{"message":"Portal not found"}',
        ]);
      }
    }
  });

  test("an unknown host allows neither login nor writes", async () => {
    const visitor = portal.visitor("unknown.localhost", await portal.user("super_admin"));
    for (const path of ["/api/login", "/api/logout", "/api/register", "/api/feedback"]) {
      expect(await visitor.post(path, {})).toMatchObject({
        status: 404,
        text: '{"message":"Portal not found"}',
      });
    }
  });

  test("an unknown host shows an error page that says what to do, without any tenant's data", async () => {
    const company = await portal.company("Unmistakable Ltd");
    for (const path of ["/", "/roadmap", `/board/x?company=${String(company.id)}`, "/logos/1/x"]) {
      const reply = await withPages.visitor("unknown.localhost").get(path);
      expect([path, reply.status]).toEqual([path, 404]);
      expect(reply.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(reply.text).toContain("<h1>Portal not found</h1>");
      expect(reply.text).toContain("check the address for a typing mistake");
      expect(reply.text).not.toMatch(/Unmistakable|company|Customer Feedback Portal/);
    }
  });

  test("the host of a deleted company is unknown", async () => {
    const company = await portal.company();
    await claim(company, "deleted.example.com", true);
    await portal.sql("delete from company where id = $1", [company.id]);
    expect(await companyOf(company.host)).toBe("unknown");
    expect(await companyOf("deleted.example.com")).toBe("unknown");
  });
});

describe("a page's host", () => {
  test("a page shows the portal of its host", async () => {
    const company = await portal.company();
    const reply = await withPages.visitor(`${company.host}:3000`).get("/feedback?sort=date");
    expect(reply.status).toBe(200);
    expect(reply.text).toContain(`http://${company.host}:3000/feedback?sort=date`);
    expect(reply.text).toContain(`"tenantId":${String(company.id)}`);
  });

  test("a path that begins with several slashes and another host's name gets a 404", async () => {
    const company = await portal.company();
    for (const path of ["//example.com/feedback", "///example.com"]) {
      expect([path, (await withPages.visitor(company.host).get(path)).status]).toEqual([path, 404]);
    }
  });
});
