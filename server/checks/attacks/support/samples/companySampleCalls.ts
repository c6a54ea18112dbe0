import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

const { authBackgroundColor: _, ...SIX_COLORS } = DEFAULT_BRANDING;

/** Stores an API key, and returns its path parameters. */
async function insertApiKey({ portal, company, admin }: AttackFixtures): Promise<{ id: number }> {
  const [row] = await portal.sql<{ id: string }>(
    `insert into api_key (company_id, key_hash, hint, name, scopes, account_id, maker_id)
     values ($1, sha256(gen_random_uuid()::text::bytea), 'abcd', 'Sample', '{feedback:read}', $2, $2)
     returning id`,
    [company.id, admin.id],
  );
  return { id: Number(row?.id) };
}

/** Successful calls about a company's settings, boards and API keys. */
export const companySampleCalls: SampleCalls = {
  "DELETE /api/company/:companyId/logo": async ({ portal, company }) => {
    await portal.sql(
      `insert into company_logo (company_id, content_type, content) values ($1, 'image/png', 'A')
       on conflict do nothing`,
      [company.id],
    );
    return { params: { companyId: company.id } };
  },
  "PATCH /api/company/:companyId": () => ({ body: { name: "Another Name", website: "" } }),
  "PATCH /api/company/:companyId/branding": () => ({
    body: { brandingSettings: { ...SIX_COLORS, primaryColor: "#123456" } },
  }),
  "PATCH /api/company/:companyId/domain": ({ company }) => ({
    body: { customDomain: `new-${String(company.id)}.example` },
  }),
  "PATCH /api/boards/reorder": ({ board, privateBoard }) => ({
    body: { boardIds: [privateBoard.id, board.id].toSorted((a, b) => b - a) },
  }),
  "POST /api/api-keys": () => ({ body: { name: "Sample", scopes: ["feedback:read"] } }),
  "PATCH /api/api-keys/:id": async (fixtures) => ({
    params: await insertApiKey(fixtures),
    body: { name: "Renamed" },
  }),
  "DELETE /api/api-keys/:id": async (fixtures) => ({ params: await insertApiKey(fixtures) }),
};
