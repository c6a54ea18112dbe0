import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const { authBackgroundColor: _, ...COLOURS } = DEFAULT_BRANDING;

async function scene() {
  const cast = await newCast(portal);
  return { ...cast, path: `/api/company/${String(cast.company.id)}` };
}

describe("reading a company's settings", () => {
  test("the settings that a company's admins read contain neither the company's Stripe ID nor its subscription", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql("update company set stripe_customer_id = 'cus_secret' where id = $1", [
      company.id,
    ]);
    const { status, body } = await viewers.C.get(`${path}/settings`);
    expect([status, body]).toEqual([
      200,
      {
        id: company.id,
        name: company.name,
        description: null,
        website: null,
        logoUrl: null,
        darkLogoUrl: null,
        subdomain: company.subdomain,
        customDomain: null,
        brandingSettings: COLOURS,
        allowCustomerSignUp: true,
        moderation: "off",
        timeZone: "UTC",
        roadmapOrder: "votes",
        domain: {
          customDomain: null,
          state: "none",
          verifiedAt: null,
          checkedAt: null,
          failingSince: null,
          problem: null,
          cnameTarget: `${company.subdomain}.localhost`,
        },
      },
    ]);
  });
});

describe("changing a company's profile", () => {
  test("a company's new profile is visible to every viewer immediately", async () => {
    const { viewers, path } = await scene();
    const reply = await viewers.C.patch(path, {
      name: "  New name ",
      description: " What we do ",
      website: " https://new.example/start ",
    });
    const changed = {
      name: "New name",
      description: "What we do",
      website: "https://new.example/start",
    };
    expect(reply).toMatchObject({ status: 200, body: changed });
    expect((await viewers.A.get(path)).body).toMatchObject(changed);
    expect((await viewers.A.get("/api/portal")).body.company).toMatchObject(changed);
    const emptied = await viewers.C.patch(path, { name: "New name", description: "", website: "" });
    expect(emptied.body).toMatchObject({ description: null, website: null });
  });

  test("fields that a change of a company omits stay unchanged and do not appear in the audit log", async () => {
    const { viewers, company, path } = await scene();
    const first = { name: "First", description: "What we do", website: "https://first.example/" };
    await viewers.C.patch(path, { ...first, allowCustomerSignUp: false });
    const renamed = { ...first, name: "Second", allowCustomerSignUp: false };
    expect(await viewers.C.patch(path, { name: "Second" })).toMatchObject({
      status: 200,
      body: renamed,
    });
    const moved = { ...renamed, website: "https://second.example/" };
    expect(
      (await viewers.C.patch(path, { name: "Second", website: moved.website })).body,
    ).toMatchObject(moved);
    const described = { ...moved, description: null };
    expect((await viewers.C.patch(path, { name: "Second", description: null })).body).toMatchObject(
      described,
    );
    const alone = { ...described, description: "Only this" };
    expect(await viewers.C.patch(path, { description: "Only this" })).toMatchObject({
      status: 200,
      body: alone,
    });
    expect(await viewers.C.patch(path, {})).toMatchObject({ status: 200, body: alone });
    expect((await viewers.A.get(path)).body).toMatchObject({
      description: "Only this",
      website: moved.website,
    });
    const details = (await auditOf(portal, company)).map((entry) => entry.details);
    expect(details.slice(1)).toMatchObject([
      { name: { to: "Second" } },
      { website: { to: moved.website } },
      { description: { to: null } },
      { description: { from: null, to: "Only this" } },
      {},
    ]);
    expect(details.at(-1)).toEqual({});
  });

  test.each([
    ["an empty name", { name: "" }, "name", "Company name must be at least 2 characters"],
    ["null as the name", { name: null }, "name", "Company name must be at least 2 characters"],
    [
      "a name of one character",
      { name: " x " },
      "name",
      "Company name must be at least 2 characters",
    ],
    [
      "a name of 121 characters",
      { name: "n".repeat(121) },
      "name",
      "Company name must be at most 120 characters",
    ],
    [
      "a description of 2,001 characters",
      { name: "Name", description: "d".repeat(2001) },
      "description",
      "Description must be at most 2000 characters",
    ],
    ...[
      "example",
      "example.com",
      "javascript:alert(1)",
      "JavaScript://example.com/%0aalert(1)",
      "data:text/html,x",
      "ftp://example.com",
      "https://",
      "https:// example.com",
      "https:example.com",
      "https:\\\\example.com",
      "https://exa\nmple.com",
      "https://acme.example@evil.example",
      // Browsers ignore the additional slashes of the following URLs.
      "http:///user:pw@evil.example",
      "https:////www.acme.com@evil.example/",
      "http:///@evil.example",
      "https:///evil.example",
      "https://@evil.example",
      "https://:@evil.example/",
      "http://user:secret@192.168.1.5/",
      "http://1.2.3.256",
      "https://[::1",
      `https://example.com/${"x".repeat(300)}`,
      7,
    ].map(
      (url) =>
        [
          `the website ${String(url)}`,
          { name: "Name", website: url },
          "website",
          "Please enter a valid URL",
        ] as const,
    ),
    [
      "a text as the value of allowCustomerSignUp",
      { name: "Name", allowCustomerSignUp: "no" },
      "allowCustomerSignUp",
      expect.any(String),
    ],
  ] as const)(
    "a company's profile with %s is refused with an error for this field",
    async (_what, body, field, message) => {
      const { viewers, company, path } = await scene();
      const reply = await viewers.C.patch(path, body);
      expect([reply.status, reply.body]).toEqual([
        400,
        { message, errors: { [field]: [message] } },
      ]);
      expect((await viewers.A.get(path)).body).toMatchObject({ name: company.name, website: null });
      expect(await auditOf(portal, company)).toEqual([]);
    },
  );

  test.each([
    "http://192.168.1.5/",
    "http://1.2.3.4",
    "http://localhost:3000",
    "http://intranet/wiki",
    "http://[2001:db8::1]:8080/",
    "HTTPS://Example.com/@acme?q=a@b#c",
    "https://bücher.example/ü",
  ])("the website %s is accepted", async (website) => {
    const { viewers, path } = await scene();
    const reply = await viewers.C.patch(path, { name: "Name", website });
    expect([reply.status, reply.body.website]).toEqual([200, website]);
    expect((await viewers.A.get(path)).body.website).toBe(website);
  });

  test("a company can turn off customer sign-up, and a change without this field does not turn it on again", async () => {
    const { viewers, company, path } = await scene();
    const guest = portal.visitor(company.host);
    let serial = 0;
    const signUp = async () => {
      const username = `customer-${String(company.id)}-${String((serial += 1))}@example.com`;
      return (
        await guest.post("/api/register", {
          username,
          password: "long enough",
          fullName: "Some One",
        })
      ).status;
    };
    const save = async (changes: object) =>
      (await viewers.C.patch(path, { name: company.name, ...changes })).body.allowCustomerSignUp;
    expect(await signUp()).toBe(201);
    expect(await save({ allowCustomerSignUp: false })).toBe(false);
    expect(await signUp()).toBe(403);
    expect((await guest.get("/api/portal")).body.registrationOpen).toBe(false);
    expect(await save({})).toBe(false);
    expect(await save({ allowCustomerSignUp: true })).toBe(true);
    expect(await signUp()).toBe(201);
  });
});

describe("changing a company's colours", () => {
  test("colours with three or six digits are stored and appear on the portal immediately", async () => {
    const { viewers, path } = await scene();
    const brandingSettings = {
      ...COLOURS,
      primaryColor: "#0a7",
      buttonTextColor: "#FFF",
      accentColor: "#A1b2C3",
    };
    const reply = await viewers.C.patch(`${path}/branding`, { brandingSettings });
    expect(reply).toMatchObject({ status: 200, body: { brandingSettings } });
    expect((await viewers.A.get("/api/portal")).body.company.brandingSettings).toEqual(
      brandingSettings,
    );
  });

  test.each(["", "red", "4f46e5", "#4f46", "#12345g", "#4f46e5ff", " #fff", "#fff;}", null])(
    "the primary colour %j is refused with a message that names the colour",
    async (primaryColor) => {
      const { viewers, path } = await scene();
      const reply = await viewers.C.patch(`${path}/branding`, {
        brandingSettings: { ...COLOURS, primaryColor },
      });
      expect([reply.status, reply.body]).toEqual([
        400,
        {
          message: "Primary colour: Invalid color format",
          errors: { brandingSettings: ["Primary colour: Invalid color format"] },
        },
      ]);
      expect((await viewers.A.get(path)).body.brandingSettings).toEqual(COLOURS);
    },
  );

  test("a change of colours must contain all six colours, and unknown fields are not stored", async () => {
    const { viewers, company, path } = await scene();
    const { accentColor: _accent, ...five } = COLOURS;
    expect((await viewers.C.patch(`${path}/branding`, { brandingSettings: five })).status).toBe(
      400,
    );
    const more = { ...COLOURS, authBackgroundColor: "#000000", evil: "</style>" };
    expect((await viewers.C.patch(`${path}/branding`, { brandingSettings: more })).status).toBe(
      200,
    );
    expect(
      await portal.sql("select branding_settings from company where id = $1", [company.id]),
    ).toEqual([{ branding_settings: COLOURS }]);
  });
});

describe("auditing changes of a company", () => {
  test("a change of a company is audited with user, former and new values, and a refused change is not", async () => {
    const { viewers, company, admin, path } = await scene();
    await viewers.C.patch(path, { name: "Renamed", description: "", website: "" });
    await viewers.T.patch(`${path}/branding`, {
      brandingSettings: { ...COLOURS, primaryColor: "#123456" },
    });
    await viewers.C.patch(`${path}/domain`, { customDomain: "feedback.example.com" });
    await viewers.U.patch(path, { name: "By a customer" });
    await viewers.X.patch(path, { name: "By a stranger" });
    expect(await auditOf(portal, company)).toMatchObject([
      {
        action: "company.update",
        subject: company.name,
        actor: admin.username,
        details: { name: { from: company.name, to: "Renamed" } },
      },
      {
        action: "company.branding",
        subject: "Renamed",
        details: { primaryColor: { to: "#123456" } },
      },
      {
        action: "company.domain",
        subject: "Renamed",
        details: { customDomain: { from: null, to: "feedback.example.com" } },
      },
    ]);
  });

  test("a change of a company is rolled back if its audit entry cannot be written", async () => {
    const { viewers, company, path } = await scene();
    await portal.sql("alter table audit_entry add constraint no_room check (id < 0) not valid");
    try {
      expect((await viewers.C.patch(path, { name: "Unseen" })).status).toBe(500);
      expect((await viewers.C.post("/api/boards", { name: "Unseen", slug: "unseen" })).status).toBe(
        500,
      );
      expect((await viewers.C.post("/api/categories", { name: "Unseen" })).status).toBe(500);
    } finally {
      await portal.sql("alter table audit_entry drop constraint no_room");
    }
    expect((await viewers.A.get(path)).body.name).toBe(company.name);
    expect((await viewers.C.get("/api/boards")).body).toEqual([]);
    expect((await viewers.C.get("/api/categories")).body).toEqual([]);
  });
});
