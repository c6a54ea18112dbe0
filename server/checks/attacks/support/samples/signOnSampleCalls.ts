import {
  insertEmailDomain,
  insertLink,
  insertProvider,
  STORED_PROVIDER,
} from "#server/checks/fixtures/insertProvider.ts";
import type { AttackFixtures } from "../attackFixtures.ts";

/** Connects the provider, and makes the admin's login fresh. */
async function connect({ portal, company, admin }: AttackFixtures): Promise<void> {
  await insertProvider(portal, company);
  await portal.sql("update session set proved_at = now() where user_id = $1", [admin.id]);
}

const withProvider = (body?: object) => async (fixtures: AttackFixtures) => {
  await connect(fixtures);
  return body ? { body } : {};
};

const onDomain = async ({ portal, company }: AttackFixtures) => ({
  params: await insertEmailDomain(portal, company),
});

/** Successful calls about a company's own provider. */
export const signOnSampleCalls = {
  "PUT /api/company/sign-on": withProvider(STORED_PROVIDER),
  "DELETE /api/company/sign-on": withProvider(),
  "PUT /api/company/sign-on/only-way": withProvider({ emergencyAdminId: null }),
  "POST /api/company/sign-on/domains": () => ({ body: { domain: "acme.example" } }),
  "POST /api/company/sign-on/domains/:domain/check": onDomain,
  "DELETE /api/company/sign-on/domains/:domain": onDomain,
  "DELETE /api/company/sign-on/people/:id": async ({
    portal,
    company,
    customer,
  }: AttackFixtures) => {
    await insertLink(portal, company, customer);
    return { params: { id: customer.id } };
  },
};
