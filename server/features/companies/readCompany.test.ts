import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const { authBackgroundColor: _, ...COMPANY_COLOURS } = DEFAULT_BRANDING;

async function scene() {
  const company = await portal.company();
  return {
    ...(await castOf(portal, company)),
    company,
    path: `/api/company/${String(company.id)}`,
  };
}

describe("a company's profile", () => {
  test("is what anyone on its host may know, colours complete", async () => {
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
      subdomain: company.subdomain,
      customDomain: null,
      brandingSettings: { ...COMPANY_COLOURS, primaryColor: "#123456" },
    });
  });

  test("shows no visitor a Stripe id, a subscription or a pending domain", async () => {
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

  test("shows who manages the company the domain just saved, on each of its ways, and nobody else", async () => {
    const { viewers, company, other, path } = await scene();
    const domain = `own-${String(company.id)}.example.com`;
    const saved = await viewers.C.patch(`${path}/domain`, { customDomain: domain });
    expect([saved.status, saved.body.customDomain]).toEqual([200, domain]);
    // Before and after others have read and had their answers kept.
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

  test("shows a domain once it is verified", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql(
      "update company set custom_domain = 'shown.example.com', custom_domain_verified_at = now() where id = $1",
      [company.id],
    );
    expect((await viewers.A.get(path)).body.customDomain).toBe("shown.example.com");
  });

  test("of another company is the 404 of an unknown one, and no super admin's", async () => {
    const { viewers, company, other, path } = await scene();
    const foreign = `/api/company/${String(other.id)}`;
    for (const key of ["A", "U", "P", "C"] as const) {
      for (const at of [foreign, "/api/company/999999999", "/api/company/x", "/api/company/0"]) {
        const reply = await viewers[key].get(at);
        expect([key, at, reply.status, reply.text]).toEqual([
          key,
          at,
          404,
          '{"message":"Company not found"}',
        ]);
      }
    }
    expect((await viewers.X.get(path)).text).toBe('{"message":"Company not found"}');
    for (const key of ["S", "T"] as const) {
      expect((await viewers[key].get(path)).body.id).toBe(company.id);
      expect((await viewers[key].get(foreign)).body.id).toBe(other.id);
      expect((await viewers[key].get("/api/company/999999999")).status).toBe(404);
    }
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

  test("has an address that can be kept for ever, and does nothing but show itself", async () => {
    const { viewers, logoUrl } = await withLogo();
    const reply = await viewers.A.get(logoUrl);
    expect(reply).toMatchObject({ status: 200, text: SVG });
    expect(reply.headers).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers["cache-control"]).toMatch(/max-age=31536000.*immutable/);
  });

  test("is at no address that can be guessed", async () => {
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
