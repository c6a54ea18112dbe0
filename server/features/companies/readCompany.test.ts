import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const { authBackgroundColor: _, ...COMPANY_COLOURS } = DEFAULT_BRANDING;

async function scene() {
  const cast = await newCast(portal);
  return { ...cast, path: `/api/company/${String(cast.company.id)}` };
}

describe("reading a company's public profile", () => {
  test("a visitor of the host can read the profile, in which default colours replace the colours that the company has not set", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql(
      `update company set description = 'Makes things', website = 'https://things.example',
         stripe_customer_id = 'cus_secret', branding_settings = '{"primaryColor":"#123456"}' where id = $1`,
      [company.id],
    );
    const { status, body } = await viewers.A.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: company.id,
      name: company.name,
      description: "Makes things",
      website: "https://things.example",
      logoUrl: null,
      darkLogoUrl: null,
      subdomain: company.subdomain,
      customDomain: null,
      brandingSettings: { ...COMPANY_COLOURS, primaryColor: "#123456" },
    });
  });

  test("visitors do not see a Stripe id, a subscription or a pending domain", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql(
      `update company set stripe_customer_id = 'cus_secret', subscription_plan = 'enterprise',
         subscription_status = 'past_due', custom_domain = 'pending.example.com' where id = $1`,
      [company.id],
    );
    for (const key of ["A", "U", "P", "V"] as const) {
      for (const at of [path, "/api/portal"]) {
        const { text } = await viewers[key].get(at);
        expect([
          key,
          at,
          /cus_secret|stripe|subscription|enterprise|past_due|pending/i.exec(text),
        ]).toEqual([key, at, null]);
      }
    }
  });

  test("an unverified domain is shown only to the company's admins and to super admins", async () => {
    const { viewers, company, other, path } = await scene();
    const domain = `own-${String(company.id)}.example.com`;
    const saved = await viewers.C.patch(`${path}/domain`, { customDomain: domain });
    expect([saved.status, saved.body.customDomain]).toEqual([200, domain]);
    // The requests are repeated, so that later rounds read cached responses.
    for (const _round of [1, 2, 3]) {
      for (const key of ["C", "S", "T"] as const)
        expect([key, (await viewers[key].get(path)).body.customDomain]).toEqual([key, domain]);
      for (const key of ["A", "U", "P", "V"] as const)
        expect([key, (await viewers[key].get(path)).body.customDomain]).toEqual([key, null]);
    }
    const listed = await viewers.S.get(
      `/api/admin/companies?search=${encodeURIComponent(company.name)}`,
    );
    expect(listed.body).toMatchObject([{ id: company.id, customDomain: domain }]);
    const foreign = await viewers.X.get(`/api/company/${String(other.id)}`);
    expect(foreign.body.customDomain).toBeNull();
  });

  test("a verified domain is shown to visitors", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql(
      "update company set custom_domain = 'shown.example.com', custom_domain_verified_at = now() where id = $1",
      [company.id],
    );
    expect((await viewers.A.get(path)).body.customDomain).toBe("shown.example.com");
  });
});

describe("a company's logo", () => {
  const SVG = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";

  async function withLogo() {
    const set = await scene();
    await portal.sql(
      "insert into company_logo (company_id, content_type, content) values ($1, 'image/svg+xml', $2)",
      [set.company.id, Buffer.from(SVG)],
    );
    const { logoUrl } = (await set.viewers.A.get(set.path)).body as { logoUrl: string };
    return { ...set, logoUrl };
  }

  test("a logo can be cached for a year, and its URL serves only the picture", async () => {
    const { viewers, logoUrl } = await withLogo();
    const reply = await viewers.A.get(logoUrl);
    expect(reply).toMatchObject({ status: 200, text: SVG });
    expect(reply.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers["cache-control"]).toMatch(/max-age=31536000.*immutable/);
  });

  test("a logo cannot be found without its exact URL", async () => {
    const { viewers, company, other, logoUrl } = await withLogo();
    const [, file] = /([0-9a-f-]{36})$/.exec(logoUrl) ?? [];
    for (const path of [
      `/logos/${String(company.id)}`,
      `/logos/${String(company.id)}/`,
      `/logos/${String(company.id)}/00000000-0000-0000-0000-000000000000`,
      `/logos/${String(other.id)}/${String(file)}`,
      `/logos/${String(company.id)}/${String(file)}/x`,
      `/logos/x/${String(file)}`,
      `/logos/${String(company.id)}/..%2f${String(file)}`,
    ]) {
      expect([path, (await viewers.A.get(path)).status]).toEqual([path, 404]);
    }
  });
});
