import {
  insertEmailDomain,
  insertLink,
  insertProvider,
  STORED_PROVIDER,
} from "#server/checks/fixtures/insertProvider.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

const SIGN_ON = "/api/company/sign-on";

/** Connects the provider, and makes the admin's logins fresh. */
async function connect({ portal, company, admin, adminId }: CallFixtures) {
  await insertProvider(portal, company);
  await portal.sql("update session set proved_at = now() where user_id = $1", [adminId]);
  return admin;
}

async function newDomain({ portal, company }: CallFixtures): Promise<string> {
  const { domain } = await insertEmailDomain(portal, company);
  return `${SIGN_ON}/domains/${domain}`;
}

/** Calls for a company's own provider. */
export const signOnCalls: RouteCalls = {
  [`GET ${SIGN_ON}`]: async (fixtures) => [await (await connect(fixtures)).get(SIGN_ON)],
  [`PUT ${SIGN_ON}`]: async (fixtures) => [
    await (await connect(fixtures)).request("PUT", SIGN_ON, STORED_PROVIDER),
  ],
  [`DELETE ${SIGN_ON}`]: async (fixtures) => [await (await connect(fixtures)).delete(SIGN_ON)],
  [`GET ${SIGN_ON}/shut-out`]: async (fixtures) => [
    await (await connect(fixtures)).get(`${SIGN_ON}/shut-out`),
  ],
  [`PUT ${SIGN_ON}/only-way`]: async (fixtures) => [
    await (
      await connect(fixtures)
    ).request("PUT", `${SIGN_ON}/only-way`, { emergencyAdminId: null }),
  ],
  [`POST ${SIGN_ON}/domains`]: async ({ admin, word }) => [
    await admin.post(`${SIGN_ON}/domains`, { domain: `${word()}.example`.toLowerCase() }),
  ],
  [`POST ${SIGN_ON}/domains/:domain/check`]: async (fixtures) => [
    await fixtures.admin.post(`${await newDomain(fixtures)}/check`),
  ],
  [`DELETE ${SIGN_ON}/domains/:domain`]: async (fixtures) => [
    await fixtures.admin.delete(await newDomain(fixtures)),
  ],
  [`DELETE ${SIGN_ON}/people/:id`]: async (fixtures) => {
    const { id } = await fixtures.newUser();
    await insertLink(fixtures.portal, fixtures.company, { id });
    return [await fixtures.admin.delete(`${SIGN_ON}/people/${String(id)}`)];
  },
};
