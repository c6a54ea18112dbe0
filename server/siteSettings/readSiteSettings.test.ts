import { beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { TestPortal } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import { castOf } from "#server/testing/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

describe("the site's settings", () => {
  test("are the specification's defaults to begin with, the same for everyone", async () => {
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
        deploymentCount: 0,
        brandingSettings: DEFAULT_BRANDING,
      });
    }
  });

  test("show what is set, at once, with the default for each colour that is not", async () => {
    await portal.sql(
      `update site_settings set site_name = 'Voices', max_upload_size = 2, deployment_count = 42,
         branding_settings = '{"authBackgroundColor":"#000"}'`,
    );
    await portal.site({ allowPublicFeedback: true });
    const { body } = await portal.visitor("localhost").get("/api/admin/site-settings");
    expect(body).toMatchObject({
      siteName: "Voices",
      allowPublicFeedback: true,
      maxUploadSize: 2,
      deploymentCount: 42,
      brandingSettings: { ...DEFAULT_BRANDING, authBackgroundColor: "#000" },
    });
  });
});
