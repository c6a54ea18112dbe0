import { statement } from "#server/db/statement.ts";

export const updateSiteSettings = statement<
  {
    siteName: string;
    allowPublicRegistration: boolean;
    allowPublicFeedback: boolean;
    maxUploadSize: number;
  },
  never
>("update_site_settings", (q, p) =>
  q
    .updateTable("siteSettings")
    .set({
      siteName: p.siteName,
      allowPublicRegistration: p.allowPublicRegistration,
      allowPublicFeedback: p.allowPublicFeedback,
      maxUploadSize: p.maxUploadSize,
    })
    .$castTo<never>()
    .compile(),
);

export const updateSiteBranding = statement<{ brandingSettings: string }, never>("update_site_branding", (q, p) =>
  q.updateTable("siteSettings").set({ brandingSettings: p.brandingSettings }).$castTo<never>().compile(),
);
