import {
  insertEmailDomain,
  insertLink,
  insertProvider,
  STORED_PROVIDER,
} from "#server/checks/fixtures/insertProvider.ts";
import type { AccessFixtures } from "../accessFixtures.ts";
import type { CreateEntity } from "../entities/entity.ts";
import { MISSING_ID } from "../entities/entity.ts";
import type { AccessPolicy } from "./policyRow.ts";
import { call, callOn, json } from "./policyRow.ts";

// Expected statuses of a company's own provider, which only admins see and change.

//                 N   A   U   P   C   X   V   S   T   W
const ADMINS = "401 401 403 403 200 200 403 403 200 200";
const ADMINISTER = {
  public: /*  */ "401 401 403 403 2xx 404 403 404 2xx 2xx",
  foreign: /* */ "401 401 403 403 404 2xx 403 404 404 404",
  missing: /* */ "401 401 403 403 404 404 403 404 404 404",
};

const domain: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { domain: "missing.example" };
  return insertEmailDomain(portal, kind === "foreign" ? other : company);
};

const linkedPerson: CreateEntity = async ({ portal, company, other }, kind) => {
  if (kind === "missing") return { id: MISSING_ID };
  const owner = kind === "foreign" ? other : company;
  const { id } = await portal.user("user", owner);
  await insertLink(portal, owner, { id });
  return { id };
};

/** Connects the providers of both companies, and makes the logins of all viewers fresh. */
async function connect({ portal, company, other }: AccessFixtures) {
  await insertProvider(portal, company);
  await insertProvider(portal, other);
  await portal.sql("update session set proved_at = now()");
}

export const signOnPolicy: AccessPolicy = {
  "GET /api/company/sign-on": [call(ADMINS)],
  "PUT /api/company/sign-on": [
    call(ADMINS, {
      needsOwnFixtures: true,
      send: async (fixtures) => {
        await connect(fixtures);
        return { body: STORED_PROVIDER };
      },
    }),
    call(ADMINS.replaceAll("200", "403"), {
      about: "without a fresh login",
      needsOwnFixtures: true,
      send: async ({ portal }) => {
        await portal.sql("update session set proved_at = null");
        return { body: STORED_PROVIDER };
      },
    }),
  ],
  "DELETE /api/company/sign-on": [
    call(ADMINS.replaceAll("200", "204"), {
      needsOwnFixtures: true,
      send: async (fixtures) => {
        await connect(fixtures);
        return {};
      },
    }),
  ],
  "GET /api/company/sign-on/shut-out": [call(ADMINS)],
  "PUT /api/company/sign-on/only-way": [
    call("401 401 403 403 200 400 403 403 200 200", {
      about: "with an admin of A",
      needsOwnFixtures: true,
      send: async (fixtures) => {
        await connect(fixtures);
        return { body: { emergencyAdminId: fixtures.admin.id } };
      },
    }),
  ],
  "POST /api/company/sign-on/domains": [
    call(ADMINS.replaceAll("200", "201"), { send: json({ domain: "acme.example" }) }),
  ],
  "POST /api/company/sign-on/domains/:domain/check": callOn(domain, ADMINISTER),
  "DELETE /api/company/sign-on/domains/:domain": callOn(domain, ADMINISTER),
  "GET /api/company/sign-on/sign-out": [call("401 401 200 200 200 200 200 200 200 200")],
  "DELETE /api/company/sign-on/people/:id": callOn(linkedPerson, ADMINISTER),
};
