import { randomUUID } from "node:crypto";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { connectGitHub } from "#server/checks/fixtures/connectGitHub.ts";
import { newPasskeyBody, passkeyLoginBody } from "#server/checks/fixtures/passkeyBodies.ts";
import type { Visitor } from "#server/checks/fixtures/testPortal.ts";
import type { AttackFixtures } from "../attackFixtures.ts";
import type { SampleCalls } from "./sample.ts";

/** Makes the customer's login fresh. Returns a client of the customer. */
async function freshLogin({ portal, company, customer }: AttackFixtures): Promise<Visitor> {
  await portal.sql("update session set proved_at = now() where user_id = $1", [customer.id]);
  return portal.visitor(company.host, customer);
}

/** Creates another account of the customer's company, which a merge would end. */
async function otherAccount({ portal, company }: AttackFixtures) {
  return portal.user("user", company);
}

/** Successful calls about an account's ways to log in, and about merging accounts. */
export const waysInSampleCalls: SampleCalls = {
  "DELETE /api/user/password": async (fixtures) => {
    // The passkey is the way in that remains.
    await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer" };
  },
  "DELETE /api/user/identities/:id": async (fixtures) => {
    await freshLogin(fixtures);
    const { id } = await connectGitHub(fixtures.portal.sql, fixtures.customer.id, randomUUID());
    return { caller: "customer", params: { id } };
  },
  "POST /api/user/merge/code": async (fixtures) => {
    await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    return { caller: "customer", body: { username } };
  },
  "POST /api/user/merge/proof": async (fixtures) => {
    await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    return { caller: "customer", body: { username, password: TEST_PASSWORD } };
  },
  "POST /api/user/merge": async (fixtures) => {
    const visitor = await freshLogin(fixtures);
    const { username } = await otherAccount(fixtures);
    await visitor.post("/api/user/merge/proof", { username, password: TEST_PASSWORD });
    return { caller: "customer" };
  },
  "POST /api/passkeys/creation": async (fixtures) => {
    await freshLogin(fixtures);
    return { caller: "customer" };
  },
  "POST /api/passkeys": async (fixtures) => {
    const visitor = await freshLogin(fixtures);
    const { body } = await newPasskeyBody(visitor, fixtures.company.host);
    return { caller: "customer", body };
  },
  "PATCH /api/passkeys/:id": async (fixtures) => {
    const { id } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer", params: { id }, body: { name: "Phone" } };
  },
  "DELETE /api/passkeys/:id": async (fixtures) => {
    const { id } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "customer", params: { id } };
  },
  "POST /api/passkeys/login/options": () => ({ caller: "anonymous" }),
  "POST /api/passkeys/login": async (fixtures) => {
    const { body } = await passkeyLoginBody(await freshLogin(fixtures), fixtures.company.host);
    return { caller: "anonymous", body };
  },
};
