import { DEFAULT_BRANDING } from "#contract/branding.ts";
import { DEFAULT_LANDING_PAGE } from "#server/features/landingPage/defaultLandingPage.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

const colorOf = (id: number) => `#${id.toString(16).padStart(6, "0")}`;

async function reversed(
  { sql }: AttackFixtures["portal"],
  table: "faq" | "announcement",
): Promise<number[]> {
  const rows = await sql<{ id: string }>(
    `select id from ${table} order by order_index desc, id desc`,
  );
  return rows.map(({ id }) => Number(id));
}

/** Successful calls of super admins. */
export const consoleSampleCalls: SampleCalls = {
  "POST /api/admin/site-settings": ({ company }) => ({
    body: {
      siteName: `Site ${String(company.id)}`,
      allowPublicRegistration: true,
      allowPublicFeedback: false,
      maxUploadSize: 5,
    },
  }),
  "PATCH /api/admin/site-settings/branding": ({ company }) => ({
    body: { brandingSettings: { ...DEFAULT_BRANDING, accentColor: colorOf(company.id) } },
  }),
  "PUT /api/admin/site-settings/sign-in-providers/:provider": async ({ portal }) => {
    await portal.sql(
      `insert into sign_in_provider (provider, client_id, is_on) values ('github', 'a client', true)
       on conflict do nothing`,
    );
    return { params: { provider: "github" }, body: { clientId: "", isOn: false } };
  },
  "POST /api/admin/landing-page": ({ company }) => ({
    body: { ...DEFAULT_LANDING_PAGE, title: `Title ${String(company.id)}` },
  }),
  "PATCH /api/admin/faqs/reorder": async ({ portal }) => ({
    body: { ids: await reversed(portal, "faq") },
  }),
  "PATCH /api/admin/announcements/reorder": async ({ portal }) => ({
    body: { ids: await reversed(portal, "announcement") },
  }),
  "PATCH /api/admin/users/:id": () => ({ body: { fullName: "Another Name" } }),
  "POST /api/admin/companies": () => ({
    body: { name: "New Company", description: "", website: "" },
  }),
  "PATCH /api/admin/companies/:id": () => ({ body: { name: "Another Name" } }),
};
