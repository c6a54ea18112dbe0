import { insertApplication } from "#server/checks/fixtures/insertApplication.ts";
import { sealSecret } from "#server/platform/secrets/sealSecret.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity } from "../entities/entity.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn } from "./policyRow.ts";

// Expected statuses of signed tokens, which only admins set up.

//           N   A   U   P   C   X   V   S   T   W
const READ = "401 401 403 403 200 200 403 403 200 200";
const MADE = READ.replaceAll("200", "201");

/** Gives A and B a secret each. Returns the ids. */
async function insertSecrets({ portal, company, other, user }: AccessFixtures) {
  const sealed = sealSecret(portal.config, "a secret of the application");
  const own = await insertApplication(portal.sql, company.id, user.id, sealed);
  const foreign = await insertApplication(portal.sql, other.id, user.id, sealed);
  return { public: own.secretId, foreign: foreign.secretId };
}

const secret: CreateEntity = async (fixtures, kind) => ({
  id:
    kind === "missing"
      ? MISSING_ID
      : (await insertSecrets(fixtures))[kind === "foreign" ? kind : "public"],
});

const withSecrets = (body?: object) => async (fixtures: AccessFixtures) => {
  await insertSecrets(fixtures);
  return body ? { body } : {};
};

const settings = { isOn: true, name: "Studio", loginUrl: "", method: "secret", jwksUrl: "" };

export const signedTokenPolicy: AccessPolicy = {
  "GET /api/application-sign-in": [call(READ)],
  "PUT /api/application-sign-in": [call(READ, { send: withSecrets(settings) })],
  "POST /api/application-sign-in/secrets": [call(MADE, { send: withSecrets() })],
  "DELETE /api/application-sign-in/secrets/:id": callOn(secret, {
    public: "401 401 403 403 2xx 404 403 404 2xx 2xx",
    foreign: "401 401 403 403 404 2xx 403 404 404 404",
    missing: "401 401 403 403 404 404 403 404 404 404",
  }),
  "POST /api/application-sign-in/sample": [call(MADE, { send: withSecrets() })],
  "POST /api/application-sign-in/check": [
    call(READ, { send: () => ({ body: { token: "a.b.c" } }) }),
  ],
};
