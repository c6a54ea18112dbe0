import { DEFAULT_BRANDING } from "../branding.ts";
import type { ShownSiteSettings, SiteSettings, siteSettingsApi } from "../siteSettings.ts";
import type { ExamplesOf } from "./example.ts";

/** The settings that any visitor gets. */
export const exampleSite: ShownSiteSettings = {
  siteName: "Hearback",
  allowPublicRegistration: true,
  allowPublicFeedback: false,
  maxUploadSize: 5,
  logoUrl: null,
  brandingSettings: DEFAULT_BRANDING,
};

const settings: SiteSettings = { ...exampleSite, requireAdminMfa: false, deploymentCount: 12 };

export const siteSettingsExamples: ExamplesOf<typeof siteSettingsApi> = {
  readSiteSettings: { response: exampleSite },
  changeSiteSettings: {
    body: {
      siteName: "Hearback",
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    },
    response: settings,
  },
  changeSiteBranding: { body: { brandingSettings: DEFAULT_BRANDING }, response: settings },
  saveSiteLogo: { response: { logoUrl: "/logos/site/0d5f7c1a-2f43-4f0e-8d8b-3a9c52c0e7d4" } },
  removeSiteLogo: {},
};
