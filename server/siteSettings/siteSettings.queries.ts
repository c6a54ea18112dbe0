import { sql } from "kysely";
import { statement } from "#server/db/statement.ts";

export const updateSiteSettings = statement<
  {
    siteName: string;
    allowPublicRegistration: boolean;
    allowPublicFeedback: boolean;
    requireAdminMfa: boolean;
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
      requireAdminMfa: p.requireAdminMfa,
      maxUploadSize: p.maxUploadSize,
    })
    .$castTo<never>()
    .compile(),
);

export const updateSiteBranding = statement<{ brandingSettings: string }, never>(
  "update_site_branding",
  (q, p) =>
    q.updateTable("siteSettings").set({ brandingSettings: p.brandingSettings }).$castTo<never>().compile(),
);

/** The picture before goes, and with it its address. */
export const replaceSiteLogo = statement<{ contentType: string; content: Buffer }, { fileId: string }>(
  "replace_site_logo",
  (q, p) =>
    q
      .insertInto("siteLogo")
      .values({ contentType: p.contentType, content: p.content })
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet({
          fileId: sql<string>`gen_random_uuid()`,
          contentType: p.contentType,
          content: p.content,
          createdAt: sql`now()`,
        }),
      )
      .returning("fileId")
      .compile(),
);

/** The logo behind its unguessable address. */
export const findSiteLogo = statement<{ fileId: string }, { contentType: string; content: Buffer }>(
  "find_site_logo",
  (q, p) =>
    q.selectFrom("siteLogo").select(["contentType", "content"]).where("fileId", "=", p.fileId).compile(),
);
