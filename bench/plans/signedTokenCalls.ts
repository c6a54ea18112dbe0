import type { CallFixtures } from "./createCallFixtures.ts";
import type { RouteCalls } from "./routeCalls.ts";

const APPLICATION = "/api/application-sign-in";

/** Makes a secret, in place of all others. */
async function newSecret({ admin, portal, company }: CallFixtures) {
  await portal.sql("delete from application_secret where company_id = $1", [company.id]);
  return admin.post(`${APPLICATION}/secrets`);
}

/** Calls for signed tokens. */
export const signedTokenCalls: RouteCalls = {
  "GET /api/application-sign-in": async ({ admin }) => [await admin.get(APPLICATION)],
  "PUT /api/application-sign-in": async (fixtures) => {
    await newSecret(fixtures);
    const body = { isOn: true, name: "Studio", loginUrl: "", method: "secret", jwksUrl: "" };
    return [await fixtures.admin.request("PUT", APPLICATION, body)];
  },
  "POST /api/application-sign-in/secrets": async (fixtures) => [await newSecret(fixtures)],
  "DELETE /api/application-sign-in/secrets/:id": async (fixtures) => {
    const { body } = await newSecret(fixtures);
    return [await fixtures.admin.delete(`${APPLICATION}/secrets/${String(body.id)}`)];
  },
  "POST /api/application-sign-in/sample": async (fixtures) => {
    await newSecret(fixtures);
    return [await fixtures.admin.post(`${APPLICATION}/sample`)];
  },
  "POST /api/application-sign-in/check": async (fixtures) => {
    await newSecret(fixtures);
    const { body } = await fixtures.admin.post(`${APPLICATION}/sample`);
    return [await fixtures.admin.post(`${APPLICATION}/check`, { token: body.token })];
  },
};
