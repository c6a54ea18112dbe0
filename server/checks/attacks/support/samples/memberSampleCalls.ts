import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";
import { NEW_PASSWORD } from "./sample.ts";

/** Stores an invitation of an e-mail address without an account. */
async function insertInvitation({ portal, company }: AttackFixtures) {
  const token = newSessionToken();
  const [row] = await portal.sql<{ id: string }>(
    `insert into invitation (company_id, username, role, link_token_hash, expires_at)
     values ($1, $2, 'user', $3, now() + interval '7 days')
     on conflict (company_id, lower(username collate "C")) do update
       set link_token_hash = excluded.link_token_hash
     returning id`,
    [company.id, `invited-${String(company.id)}@example.com`, hashToken(token)],
  );
  return { id: Number(row?.id), token };
}

/** Successful calls about a company's members and invitations. */
export const memberSampleCalls: SampleCalls = {
  "PUT /api/blocked-accounts/:id": async ({ portal, company }) => ({
    params: { id: (await portal.user("user", company)).id },
  }),
  "DELETE /api/blocked-accounts/:id": async ({ portal, company }) => {
    const { id } = await portal.user("user", company);
    await portal.sql("insert into blocked_account (company_id, user_id) values ($1, $2)", [
      company.id,
      id,
    ]);
    return { params: { id } };
  },
  "POST /api/invitations": ({ company }) => ({
    body: {
      username: `invited-${String(company.id)}@example.com`,
      role: "company_admin",
      delivery: "link",
    },
  }),
  "DELETE /api/invitations/:id": async (fixtures) => ({
    params: { id: (await insertInvitation(fixtures)).id },
  }),
  "GET /api/invitations/:token/preview": async (fixtures) => ({
    params: { token: (await insertInvitation(fixtures)).token },
  }),
  "POST /api/invitations/:token/accept": async (fixtures) => ({
    params: { token: (await insertInvitation(fixtures)).token },
    body: { fullName: "New Person", password: NEW_PASSWORD },
  }),
  "PATCH /api/members/:id": ({ customer }) => ({
    params: { id: customer.id },
    body: { role: "company_admin" },
  }),
};
