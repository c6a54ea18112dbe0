import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { builtPages } from "#server/platform/pages/builtPages.ts";

/**
 * These tests check how the installation's settings, texts and rules affect the HTML that the
 * server sends.
 */

const SITE_NAME = "Voices & <b>Votes</b>";
const ESCAPED_SITE_NAME = "Voices &amp; &lt;b&gt;Votes&lt;/b&gt;";
const ATTACK = "</script><script>document.title='taken'</script><!--";

let portal: TestPortal;
let app: TestApp;
let company: TestCompany;
let provider: Visitor;

beforeAll(async () => {
  portal = await startTestPortal();
  vi.stubEnv("NODE_ENV", "production");
  app = await portal.anotherApp({}, await builtPages(join(ROOT, "dist")));
  company = await portal.company("Acme");
  provider = app.visitor("localhost", await portal.user("super_admin"));
});

afterAll(() => vi.unstubAllEnvs());

const product = () => app.visitor("localhost");
const headOf = (html: string) => html.slice(0, html.indexOf("</head>"));

async function changeSettings(changes: object): Promise<void> {
  const settings = {
    siteName: "Portal",
    allowPublicRegistration: true,
    allowPublicFeedback: false,
    requireAdminMfa: false,
    maxUploadSize: 5,
    ...changes,
  };
  expect((await provider.post("/api/admin/site-settings", settings)).status).toBe(200);
}

test("the title of every page ends with the escaped site name", async () => {
  await changeSettings({ siteName: SITE_NAME });
  for (const [host, path, title] of [
    ["localhost", "/", ESCAPED_SITE_NAME],
    ["localhost", "/login", `Log in · ${ESCAPED_SITE_NAME}`],
    [company.host, "/roadmap", `Product Roadmap · Acme · ${ESCAPED_SITE_NAME}`],
  ] as const) {
    const { text } = await app.visitor(host).get(path);
    expect(headOf(text)).toContain(`<title>${title}</title>`);
    expect(text).not.toContain(SITE_NAME);
  }
});

test("the head of the login page has the installation's colours", async () => {
  const brandingSettings = {
    ...DEFAULT_BRANDING,
    primaryColor: "#0f766e",
    authBackgroundColor: "#102030",
  };
  await provider.patch("/api/admin/site-settings/branding", { brandingSettings });
  const head = headOf((await product().get("/login")).text);
  expect(head).toContain("--brand-auth-background:#102030");
  expect(head).toContain("--brand-primary:#0f766e");
});

test("the landing page escapes markup in its texts and has its subtitle as the meta description", async () => {
  const names = ["title", "heroText", "ctaText"];
  const features = [1, 2, 3].flatMap((n) => [
    `featureTitle${String(n)}`,
    `featureDescription${String(n)}`,
  ]);
  const texts = Object.fromEntries([...names, ...features].map((name) => [name, ATTACK]));
  const page = { ...texts, subtitle: "One place for feedback" };
  expect((await provider.post("/api/admin/landing-page", page)).status).toBe(200);
  const { text } = await product().get("/");
  expect(text).not.toContain(ATTACK);
  expect(text).toContain("&lt;/script&gt;&lt;script&gt;document.title=");
  expect(headOf(text)).toMatch(
    /<meta [^>]*name="description"[^>]*content="One place for feedback"/,
  );
});

test("a user with a temporary password is redirected to /change-password from every other page", async () => {
  const username = "invited@example.com";
  const password = "a temporary password";
  const account = { username, password, fullName: "Ida Invited", companyName: "Acme" };
  await provider.post("/api/register", { ...account, role: "company_admin" });
  const { headers } = await product().post("/api/login", { username, password });
  const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
  const invited = app.visitor("localhost", { cookie });
  for (const path of ["/roadmap", "/company/settings"]) {
    const { status, headers: reply } = await invited.get(path);
    const from = encodeURIComponent(path);
    expect([status, reply["location"]]).toEqual([302, `/change-password?from=${from}`]);
  }
  expect((await invited.get("/change-password?from=%2Froadmap")).status).toBe(200);
});

test("an admin without the required second factor is redirected to /two-factor, but a customer is not", async () => {
  const admin = app.visitor(company.host, await portal.user("company_admin", company));
  const customer = app.visitor(company.host, await portal.user("user", company));
  await changeSettings({ requireAdminMfa: true });
  const { status, headers } = await admin.get("/company/boards");
  expect([status, headers["location"]]).toEqual([302, "/two-factor?from=%2Fcompany%2Fboards"]);
  expect((await admin.get("/two-factor")).status).toBe(200);
  expect((await customer.get("/settings")).status).toBe(200);
});

test("a user whose sessions have ended is redirected to /login with a return path", async () => {
  const user = await portal.user("user", company);
  const customer = app.visitor(company.host, user);
  expect((await customer.get("/settings")).status).toBe(200);
  await portal.sql("delete from session where user_id = $1", [user.id]);
  const { status, headers } = await customer.get("/settings");
  expect([status, headers["location"]]).toEqual([302, "/login?from=%2Fsettings"]);
});
