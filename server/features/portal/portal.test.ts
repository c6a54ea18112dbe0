import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({
    PROVIDER_NAME: "Northwind",
    PROVIDER_URL: "https://northwind.example",
    SMTP_URL: "smtp://mail.example.com",
    MAIL_FROM: "portal@example.com",
  });
});

describe("reading the portal of a host", () => {
  test("the company in /api/portal depends on the host, and the tenant depends on host and user", async () => {
    const company = await portal.company();
    const { viewers, other } = await castOf(portal, company);
    const { id } = company;
    const expected: [ViewerKey, companyId: number | null, tenantId: number | null][] = [
      ["N", null, null],
      ["A", id, id],
      ["U", id, id],
      ["P", null, id],
      ["C", id, id],
      ["X", null, other.id],
      ["V", id, id],
      ["S", null, null],
      ["T", id, id],
      ["W", null, id],
    ];
    for (const [key, companyId, tenantId] of expected) {
      const { status, body } = await viewers[key].get("/api/portal");
      expect([key, status, body.company?.id ?? null, body.tenantId]).toEqual([
        key,
        200,
        companyId,
        tenantId,
      ]);
    }
  });

  test("/api/portal returns the product's domain, the provider and whether the portal sends mails", async () => {
    const { body } = await portal.visitor("localhost").get("/api/portal");
    expect(body).toMatchObject({
      company: null,
      sendsMail: true,
      baseDomain: "localhost",
      provider: { name: "Northwind", url: "https://northwind.example" },
    });
  });

  test("/api/portal returns no URL of the provider unless PROVIDER_URL is set", async () => {
    const app = await portal.anotherApp({ PROVIDER_URL: "" });
    const { body } = await app.visitor("localhost").get("/api/portal");
    expect(body.provider.url).toBeNull();
  });

  test("/api/portal returns whether companies can register", async () => {
    const isOpen = async () =>
      (await portal.visitor("localhost").get("/api/portal")).body.registrationOpen;
    expect(await isOpen()).toBe(false);
    await portal.site({ allowPublicRegistration: true });
    expect(await isOpen()).toBe(true);
    await portal.site({ allowPublicRegistration: false });
    expect(await isOpen()).toBe(false);
  });

  test("a company that has registered the subdomain of the demo portal is not shown as the demo portal", async () => {
    const admin = await portal.user("super_admin");
    await portal.sql("update user_account set username = 'super@example.com' where id = $1", [
      admin.id,
    ]);
    const { id } = await portal.company();
    await portal.sql("update company set subdomain = 'acme' where id = $1", [id]);
    portal.publish();
    const { body } = await portal.visitor("localhost").get("/api/portal");
    expect(body.demoSubdomain).toBeNull();
  });

  test("/api/portal does not contain a company's internal settings", async () => {
    const company = await portal.company();
    const { body } = await portal.visitor(company.host).get("/api/portal");
    expect(Object.keys(body.company).toSorted()).toEqual(
      "brandingSettings customDomain darkLogoUrl description id logoUrl name subdomain website".split(
        " ",
      ),
    );
  });
});
