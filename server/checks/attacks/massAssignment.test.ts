import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { columnNames } from "./support/columnNames.ts";
import type { SampleCall } from "./support/samples/sample.ts";
import { sampleCall } from "./support/sampleCalls.ts";
import { sendSample } from "./support/sendSample.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";
import { schemaFields } from "./support/schemaFields.ts";
import { shapeOf, takeSnapshot, writtenRows } from "./support/writtenRows.ts";

const WITH_BODY = routes
  .filter(({ endpoint }) => endpoint.body !== undefined)
  .map(({ endpoint }) => endpoint);

let portal: TestPortal;
let columns: string[];
beforeAll(async () => {
  portal = await startTestPortal();
  columns = await columnNames(portal);
});

/**
 * Creates fixtures after deleting the FAQs and announcements, which all companies share. Two sets
 * of fixtures therefore contain the same data.
 */
async function isolatedFixtures(): Promise<AttackFixtures> {
  for (const table of ["faq", "announcement"]) await portal.sql(`delete from ${table}`);
  return createAttackFixtures(portal);
}

/** Returns a field for every column of every table, and other fields that an attacker would set. */
function attackerFields({
  company,
  other,
  superAdmin,
  foreignBoard,
}: AttackFixtures): Record<string, unknown> {
  const chosen = {
    role: "super_admin",
    companyId: other.id,
    homeCompanyId: other.id,
    company,
    tenantId: other.id,
    userId: superAdmin.id,
    id: 1,
    boardId: foreignBoard.id,
    viewerId: superAdmin.id,
    canSeePrivate: true,
    isAdmin: true,
    // No fixture has this number of votes, comments or deployments.
    votes: 987654321,
    hasVoted: true,
    commentsCount: 987654321,
    logoUrl: "/logos/site/x",
    subdomain: "stolen",
    customDomainVerifiedAt: "2020-01-01T00:00:00.000Z",
    subscriptionPlan: "enterprise",
    subscriptionStatus: "active",
    stripeCustomerId: "cus_987654321",
    passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$aGFzaA",
    isActive: false,
    deploymentCount: 987654321,
    createdAt: "2001-01-01T00:00:00.000Z",
    toString: "x",
    hasOwnProperty: "x",
  };
  return { ...Object.fromEntries(columns.map((name) => [name, 987654321])), ...chosen };
}

/** Returns the attacker's fields without the fields that the endpoint accepts. */
function extrasFor(
  fixtures: AttackFixtures,
  { body }: (typeof WITH_BODY)[number],
  call: SampleCall,
): Record<string, unknown> {
  const own = new Set([...Object.keys(call.body ?? {}), ...schemaFields(body)]);
  return Object.fromEntries(
    Object.entries(attackerFields(fixtures)).filter(([name]) => !own.has(name)),
  );
}

/** Adds the extra fields to the body, and to objects that are properties of the body. */
function withExtras(extras: Record<string, unknown>, body: object): object {
  const isObject = (value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    isObject(value) ? { ...extras, ...value } : value,
  ]);
  return { ...extras, ...Object.fromEntries(fields) };
}

describe("fields outside the schema", () => {
  test.each(WITH_BODY)(
    "$method $path ignores fields that are not in its schema",
    async (endpoint) => {
      const plainFixtures = await isolatedFixtures();
      const plainCall = await sampleCall(plainFixtures, endpoint);
      const plainBefore = await takeSnapshot(portal);
      const plain = await sendSample(portal, endpoint, plainCall);
      const plainRows = await writtenRows(portal, plainBefore);

      const fixtures = await isolatedFixtures();
      const call = await sampleCall(fixtures, endpoint);
      const before = await takeSnapshot(portal);
      const body = withExtras(extrasFor(fixtures, endpoint, call), call.body ?? {});
      const extra = await sendSample(portal, endpoint, { ...call, body });
      expect([extra.statusCode, extra.body]).toEqual([endpoint.status, extra.body]);
      expect(plain.statusCode).toBe(endpoint.status);
      expect(extra.body).not.toMatch(/987654321|stolen|2001-01-01/);
      const rows = await writtenRows(portal, before);
      // The calls with and without the extra fields wrote the same rows and columns.
      expect(shapeOf(rows, fixtures)).toEqual(shapeOf(plainRows, plainFixtures));
      expect(JSON.stringify(rows)).not.toMatch(/\b987654321\b|stolen|2001-01-01/);
    },
  );
});
