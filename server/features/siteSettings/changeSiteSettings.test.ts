import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { siteAuditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import { multipartOf } from "#server/checks/fixtures/multipart.ts";
import { pngOf } from "#server/checks/fixtures/pictures.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startProviderPortal } from "#server/checks/fixtures/startProviderPortal.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

const SETTINGS = "/api/admin/site-settings";

let portal: TestPortal;
let superAdmin: TestUser;
let provider: Visitor;
let guest: Visitor;
beforeAll(async () => {
  ({ portal, superAdmin, provider } = await startProviderPortal());
  guest = portal.visitor("localhost");
});

const FORM = {
  siteName: "Voices",
  allowPublicRegistration: false,
  allowPublicFeedback: false,
  maxUploadSize: 5,
};

const read = async () => (await provider.get(SETTINGS)).body;

describe("changing the site's settings", () => {
  test("new site settings are stored, returned and visible to every viewer immediately", async () => {
    const changed = {
      siteName: "  Voices & Co ",
      allowPublicRegistration: true,
      allowPublicFeedback: true,
      maxUploadSize: 50,
    };
    const reply = await provider.post(SETTINGS, changed);
    expect(reply).toMatchObject({ status: 200, body: { ...changed, siteName: "Voices & Co" } });
    expect(await read()).toEqual(reply.body);
    const company = await portal.company();
    const { requireAdminMfa: _, deploymentCount: __, ...shown } = reply.body;
    expect((await guest.get(SETTINGS)).body).toEqual(shown);
    expect((await portal.visitor(company.host).get("/api/portal")).body.site).toEqual(shown);
    const secondProcess = await portal.anotherApp();
    expect((await secondProcess.visitor("localhost").get(SETTINGS)).body).toEqual(shown);
  });

  test("the site's colours can be changed together with the other settings and are validated", async () => {
    const brandingSettings = {
      ...DEFAULT_BRANDING,
      primaryColor: "#123456",
      authBackgroundColor: "#abc",
    };
    const reply = await provider.post(SETTINGS, { ...FORM, brandingSettings });
    expect([reply.status, reply.body.brandingSettings]).toEqual([200, brandingSettings]);
    expect(await read()).toEqual(reply.body);
    expect((await provider.post(SETTINGS, FORM)).body.brandingSettings).toEqual(brandingSettings);
    const { authBackgroundColor: _, ...six } = DEFAULT_BRANDING;
    for (const refused of [six, { ...DEFAULT_BRANDING, accentColor: "red" }, "#fff", null]) {
      const response = await provider.post(SETTINGS, {
        ...FORM,
        siteName: "Half",
        brandingSettings: refused,
      });
      expect([response.status, Object.keys(response.body.errors)]).toEqual([
        400,
        ["brandingSettings"],
      ]);
    }
    expect(await read()).toEqual(reply.body);
    await provider.patch(`${SETTINGS}/branding`, { brandingSettings: DEFAULT_BRANDING });
  });

  test.each([
    [5, 5],
    ["5", 5],
    [" 7 ", 7],
    [1, 1],
    ["50", 50],
    ["05", 5],
  ])("the upload limit %j is accepted", async (maxUploadSize, megabytes) => {
    const reply = await provider.post(SETTINGS, { ...FORM, maxUploadSize });
    expect([reply.status, reply.body.maxUploadSize]).toEqual([200, megabytes]);
    expect((await read()).maxUploadSize).toBe(megabytes);
  });

  test.each([
    "5.5",
    5.5,
    0,
    "0",
    -1,
    51,
    "51",
    "abc",
    "",
    "5MB",
    "1e1",
    "0x5",
    null,
    true,
    [5],
    undefined,
  ])("the upload limit %j is refused", async (maxUploadSize) => {
    await provider.post(SETTINGS, FORM);
    const message = "Max upload size must be a whole number from 1 to 50";
    const reply = await provider.post(SETTINGS, { ...FORM, siteName: "Half", maxUploadSize });
    expect([reply.status, reply.body]).toEqual([
      400,
      { message, errors: { maxUploadSize: [message] } },
    ]);
    expect(await read()).toMatchObject(FORM);
  });

  test.each([
    ["siteName", "", "Site name is required"],
    ["siteName", "   ", "Site name is required"],
    ["siteName", "n".repeat(121), "Site name must be at most 120 characters"],
    ["siteName", "a\u0000b", "Site name contains characters that cannot be stored"],
    ["allowPublicRegistration", "true", "Must be true or false"],
    ["allowPublicFeedback", undefined, "Must be true or false"],
  ])("the setting %s is refused with the value %j", async (field, value, message) => {
    await provider.post(SETTINGS, FORM);
    const reply = await provider.post(SETTINGS, { ...FORM, [field]: value });
    expect([reply.status, reply.body]).toEqual([400, { message, errors: { [field]: [message] } }]);
    expect(await read()).toMatchObject(FORM);
  });

  test("the site settings turn public registration and public feedback on and off", async () => {
    const company = await portal.company();
    const board = await portal.board(company);
    let serial = 0;
    const register = async () => {
      serial += 1;
      const [name, subdomain] = [`Stranger ${String(serial)}`, `stranger-${String(serial)}`];
      const account = {
        username: `${subdomain}@example.com`,
        password: "long enough",
        fullName: name,
        companyName: name,
        subdomain,
      };
      return (await guest.post("/api/register", account)).status;
    };
    const submit = async () => {
      const words = { title: "Title", description: "Description", boardId: board.id };
      return (await portal.visitor(company.host).post("/api/feedback", words)).status;
    };
    await provider.post(SETTINGS, FORM);
    expect([await register(), await submit()]).toEqual([403, 401]);
    await provider.post(SETTINGS, { ...FORM, allowPublicRegistration: true });
    expect([await register(), await submit()]).toEqual([201, 401]);
    await provider.post(SETTINGS, { ...FORM, allowPublicFeedback: true });
    expect([await register(), await submit()]).toEqual([403, 201]);
  });

  test("the installation's upload limit applies to every company", async () => {
    const company = await portal.company();
    const admin = portal.visitor(company.host, await portal.user("company_admin", company));
    const padded = Buffer.concat([await pngOf(), Buffer.alloc(1_048_576)]);
    const { payload, headers } = multipartOf({
      name: "logo",
      filename: "logo.png",
      content: padded,
    });
    const upload = () => admin.post(`/api/company/${String(company.id)}/logo`, payload, headers);
    await provider.post(SETTINGS, { ...FORM, maxUploadSize: "1" });
    expect(await upload()).toMatchObject({
      status: 413,
      body: { message: "File size must be less than 1MB" },
    });
    await provider.post(SETTINGS, { ...FORM, maxUploadSize: "2" });
    expect((await upload()).status).toBe(200);
  });

  test("after two concurrent changes the site settings are those of one request, not a mixture", async () => {
    for (let round = 0; round < 5; round += 1) {
      const forms = [
        { ...FORM, siteName: "One", maxUploadSize: 1 },
        { ...FORM, siteName: "Two", maxUploadSize: 2 },
      ];
      await Promise.all(forms.map((form) => provider.post(SETTINGS, form)));
      const { siteName, maxUploadSize } = await read();
      expect(["One 1", "Two 2"]).toContain(`${String(siteName)} ${String(maxUploadSize)}`);
    }
  });
});

describe("changing the site's colours", () => {
  test("a change of the seven colours changes no other setting", async () => {
    const before = await read();
    const brandingSettings = {
      ...DEFAULT_BRANDING,
      primaryColor: "#0A7",
      authBackgroundColor: "#abcdef",
    };
    const reply = await provider.patch(`${SETTINGS}/branding`, { brandingSettings });
    expect([reply.status, reply.body]).toEqual([200, { ...before, brandingSettings }]);
    expect(await read()).toEqual(reply.body);
  });

  test("a change of the site's colours is refused with the name of the missing or invalid colour", async () => {
    const before = await read();
    const { authBackgroundColor: _, ...six } = DEFAULT_BRANDING;
    for (const [name, brandingSettings] of [
      ["Auth pages background", six],
      ["Auth pages background", { ...DEFAULT_BRANDING, authBackgroundColor: "purple" }],
      ["Menu hover", { ...DEFAULT_BRANDING, menuHoverColor: "#12" }],
      ["Accent", { ...DEFAULT_BRANDING, accentColor: "#fff;}</style><script>" }],
    ] as const) {
      const reply = await provider.patch(`${SETTINGS}/branding`, { brandingSettings });
      const message = `${name} colour: Invalid color format`;
      expect([reply.status, reply.body]).toEqual([
        400,
        { message, errors: { brandingSettings: [message] } },
      ]);
    }
    expect((await provider.patch(`${SETTINGS}/branding`, {})).status).toBe(400);
    expect(await read()).toEqual(before);
  });
});

describe("changing the site's logo", () => {
  const upload = (content: Uint8Array | string, by = provider) => {
    const { payload, headers } = multipartOf({ name: "logo", filename: "logo.png", content });
    return by.post("/api/admin/logo", payload, headers);
  };

  test("a new logo of the site gets a new URL, is served on every host and replaces the old logo", async () => {
    const company = await portal.company();
    const first = await upload(await pngOf());
    expect([first.status, first.body]).toEqual([
      200,
      { logoUrl: expect.stringMatching(/^\/logos\/site\/[0-9a-f-]{36}$/) },
    ]);
    expect((await read()).logoUrl).toBe(first.body.logoUrl);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1"/></svg>';
    const second = await upload(svg);
    expect((await guest.get(first.body.logoUrl)).status).toBe(404);
    for (const host of ["localhost", company.host]) {
      const logo = await portal.visitor(host).get(second.body.logoUrl);
      expect([logo.status, logo.text.slice(1, 4), logo.headers["content-type"]]).toEqual([
        200,
        "PNG",
        "image/png",
      ]);
    }
    expect(await portal.sql("select 1 from site_logo")).toHaveLength(1);
  });

  test("a logo for dark pages needs a logo, is served beside it, and goes with it or alone", async () => {
    const dark = async () => {
      const content = await pngOf();
      const { payload, headers } = multipartOf({ name: "logo", filename: "dark.png", content });
      return provider.post("/api/admin/logo?mode=dark", payload, headers);
    };
    await provider.delete("/api/admin/logo");
    const refused = await dark();
    expect([refused.status, refused.body.message]).toEqual([409, "Upload a logo first"]);
    const { logoUrl } = (await upload(await pngOf())).body;
    const { logoUrl: darkLogoUrl } = (await dark()).body;
    expect(await read()).toMatchObject({ logoUrl, darkLogoUrl });
    expect((await guest.get(darkLogoUrl)).headers["content-type"]).toBe("image/png");
    expect((await provider.delete("/api/admin/logo?mode=dark")).status).toBe(204);
    expect((await guest.get(darkLogoUrl)).status).toBe(404);
    expect(await read()).toMatchObject({ logoUrl, darkLogoUrl: null });
    const second = (await dark()).body.logoUrl;
    await provider.delete("/api/admin/logo");
    expect((await guest.get(second)).status).toBe(404);
    expect(await read()).toMatchObject({ logoUrl: null, darkLogoUrl: null });
  });

  test("a removed logo is no longer served, and its removal is audited once", async () => {
    const { logoUrl } = (await upload(await pngOf())).body;
    const before = (await siteAuditOf(portal)).length;
    for (let round = 0; round < 2; round += 1)
      expect((await provider.delete("/api/admin/logo")).status).toBe(204);
    expect((await portal.visitor("localhost").get(logoUrl)).status).toBe(404);
    expect((await read()).logoUrl).toBeNull();
    expect((await siteAuditOf(portal)).slice(before)).toMatchObject([
      { action: "site.logo-delete" },
    ]);
  });

  test("a file that is missing, too large or not a picture is refused, and the old logo stays", async () => {
    const { logoUrl } = (await upload(await pngOf())).body;
    await provider.post(SETTINGS, { ...FORM, maxUploadSize: 1 });
    const tooLarge = Buffer.concat([await pngOf(), Buffer.alloc(1_048_576)]);
    expect((await upload("just words")).body.message).toBe("Please select an image file");
    expect((await upload(tooLarge)).status).toBe(413);
    const { payload, headers } = multipartOf({ name: "other", content: "x" });
    expect((await provider.post("/api/admin/logo", payload, headers)).body.message).toBe(
      "Please select a file to upload",
    );
    expect((await read()).logoUrl).toBe(logoUrl);
  });
});

test.each([
  ["a new name", () => provider.post(SETTINGS, { ...FORM, siteName: "Renamed" })],
  [
    "new colours",
    () => provider.patch(`${SETTINGS}/branding`, { brandingSettings: DEFAULT_BRANDING }),
  ],
] as const)(
  "saving %s does not undo the requirement of a second factor that another super admin sets concurrently",
  async (_what, change) => {
    const requires = "update site_settings set require_admin_mfa = true";
    const reply = await commitWhenBlocked(
      portal,
      { text: requires, values: [], waiting: 1 },
      change,
    );
    portal.publish();
    expect([reply.status, reply.body.requireAdminMfa]).toEqual([200, true]);
    // The super admin lacks the second factor that is now required, so `read` gets the same
    // response as a visitor.
    const { requireAdminMfa: _, deploymentCount: __, ...shown } = reply.body;
    expect(await read()).toEqual(shown);
    await portal.sql("update site_settings set require_admin_mfa = false");
    portal.publish();
  },
);

test("every change of the site settings is audited with the former and new values", async () => {
  await provider.post(SETTINGS, FORM);
  await provider.patch(`${SETTINGS}/branding`, {
    brandingSettings: { ...DEFAULT_BRANDING, primaryColor: "#123456" },
  });
  const before = (await siteAuditOf(portal)).length;
  await provider.post(SETTINGS, { ...FORM, siteName: "Echoes" });
  await provider.post(SETTINGS, { ...FORM, siteName: "" });
  await provider.patch(`${SETTINGS}/branding`, { brandingSettings: DEFAULT_BRANDING });
  const { payload, headers } = multipartOf({ name: "logo", filename: "x", content: await pngOf() });
  await provider.post("/api/admin/logo", payload, headers);
  expect((await siteAuditOf(portal)).slice(before)).toEqual([
    {
      actor: superAdmin.username,
      action: "site.update",
      subject: "Echoes",
      details: { siteName: { from: "Voices", to: "Echoes" } },
    },
    {
      actor: superAdmin.username,
      action: "site.branding",
      subject: "",
      details: { primaryColor: { from: "#123456", to: DEFAULT_BRANDING.primaryColor } },
    },
    {
      actor: superAdmin.username,
      action: "site.logo",
      subject: "",
      details: { contentType: "image/png", bytes: expect.any(Number) },
    },
  ]);
});
