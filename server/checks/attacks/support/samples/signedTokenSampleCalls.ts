import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { sealSecret } from "#server/platform/secrets/sealSecret.ts";
import type { AttackFixtures } from "../attackFixtures.ts";

const withSecret = async ({ portal, company, customer }: AttackFixtures) => {
  const sealed = sealSecret(portal.config, "a secret of the application");
  const { secretId } = await insertApplication(portal.sql, company.id, customer.id, sealed);
  return { params: { id: secretId } };
};

const application = { name: "Studio", loginUrl: "", method: "secret", jwksUrl: "" };

/** Successful calls about signed tokens. */
export const signedTokenSampleCalls = {
  "PUT /api/application-sign-in": async (fixtures: AttackFixtures) => {
    await withSecret(fixtures);
    return { body: { ...application, isOn: true } };
  },
  "POST /api/application-sign-in/secrets": async (fixtures: AttackFixtures) => {
    await withSecret(fixtures);
    return {};
  },
  "DELETE /api/application-sign-in/secrets/:id": withSecret,
  "POST /api/application-sign-in/sample": async (fixtures: AttackFixtures) => {
    await withSecret(fixtures);
    return {};
  },
  "POST /api/application-sign-in/check": () => ({ body: { token: "a.b.c" } }),
};
