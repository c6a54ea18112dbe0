import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("reading the site's settings", () => {
  test("every viewer of a new installation gets the default site settings of the specification", async () => {
    const { viewers } = await castOf(portal, await portal.company());
    for (const [key, visitor] of Object.entries(viewers)) {
      const { status, body } = await visitor.get("/api/admin/site-settings");
      expect([key, status]).toEqual([key, 200]);
      expect(body).toMatchObject({
        siteName: "Customer Feedback Portal",
        allowPublicRegistration: false,
        allowPublicFeedback: false,
        maxUploadSize: 5,
        logoUrl: null,
        darkLogoUrl: null,
        brandingSettings: DEFAULT_BRANDING,
      });
    }
  });

  test("only super admins see whether a second factor is required and the number of deployments", async () => {
    const { viewers } = await castOf(portal, await portal.company());
    const internals = { requireAdminMfa: false, deploymentCount: 0 };
    // The requests are repeated, because these viewers must not get the same cached response.
    for (const _ of [1, 2, 3]) {
      for (const key of ["N", "A", "U", "P", "V", "C", "X"] as const) {
        const { body } = await viewers[key].get("/api/admin/site-settings");
        const { site } = (await viewers[key].get("/api/portal")).body;
        for (const name of Object.keys(internals))
          expect([key, name, name in body, name in site]).toEqual([key, name, false, false]);
      }
      for (const key of ["S", "T"] as const) {
        expect((await viewers[key].get("/api/admin/site-settings")).body).toMatchObject(internals);
        expect((await viewers[key].get("/api/portal")).body.site).toMatchObject(internals);
      }
    }
  });

  test("changed settings are shown immediately, with the default for each missing colour", async () => {
    await portal.sql(
      `update site_settings set site_name = 'Voices', max_upload_size = 2, deployment_count = 42,
         branding_settings = '{"authBackgroundColor":"#000"}'`,
    );
    await portal.site({ allowPublicFeedback: true });
    const provider = portal.visitor("localhost", await portal.user("super_admin"));
    const { body } = await provider.get("/api/admin/site-settings");
    const shown = await portal.visitor("localhost").get("/api/admin/site-settings");
    expect(body).toMatchObject(shown.body);
    expect(body).toMatchObject({
      siteName: "Voices",
      allowPublicFeedback: true,
      maxUploadSize: 2,
      deploymentCount: 42,
      brandingSettings: { ...DEFAULT_BRANDING, authBackgroundColor: "#000" },
    });
  });
});
