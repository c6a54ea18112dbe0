import { hash } from "node:crypto";
import type { Organisation } from "#contract/tokenClaims.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import {
  insertPeople,
  joinOrganisations,
  listImportedPeople,
  rememberPeople,
} from "./importPeople.queries.ts";

const MAX_FULL_NAME = 100;

/** The account to create for an imported person. */
export interface PlannedPerson {
  /**
   * Identifies the person within the company. The key is a hash of the e-mail address or, without
   * an address, of the name.
   */
  key: string;
  username: string;
  fullName: string | null;
  organisation?: Organisation;
}

const hashOf = (text: string) => hash("sha256", text, "base64url");

/**
 * Returns the account to create for a person with an e-mail address or, if that is empty, a name.
 * The account's username is not the person's address but an address in `.invalid`, which cannot
 * exist (RFC 2606). Nobody can therefore register as this account, sign in with it or receive its
 * mail (docs/decisions/0048-importing.md).
 */
export function plannedPerson(
  { address, name }: { address: string; name: string },
  companyId: number,
): PlannedPerson {
  const identity = address === "" ? `name:${usernameKey(name)}` : usernameKey(address);
  const key = hashOf(identity);
  const local =
    address === ""
      ? `name-${key
          .replaceAll(/[^a-z0-9]/gi, "")
          .slice(0, 32)
          .toLowerCase()}`
      : usernameKey(address).replace(/@(?=[^@]*$)/, "=");
  const username = `${local}@${String(companyId)}.imported.invalid`;
  const hasFullName = name.length >= 2 && Array.from(name).length <= MAX_FULL_NAME;
  return { key, username, fullName: hasFullName ? name : null };
}

/**
 * The accounts of people by the people's keys; null for a person whose account was deleted after an
 * import.
 */
export type People = ReadonlyMap<string, number | null>;

/** Returns the accounts of the people who have been imported before. */
export async function findPeople(
  db: TenantDb,
  people: readonly (PlannedPerson | null)[],
): Promise<People> {
  const keys = [...new Set(people.flatMap((person) => person?.key ?? []))];
  if (keys.length === 0) return new Map();
  const found = await db.all(listImportedPeople, { companyId: db.companyId, keys });
  return new Map(found.map(({ key, userId }) => [key, userId]));
}

/**
 * Creates accounts for the people who have not been imported before. Returns the accounts of all
 * people in the list.
 */
export async function findOrCreatePeople(
  database: Database,
  companyId: number,
  people: readonly PlannedPerson[],
): Promise<People> {
  const db = database.tenant(companyId);
  const known = await findPeople(db, people);
  const distinct = new Map(people.map((person) => [person.key, person]));
  const missing = [...distinct.values()].filter(({ key }) => !known.has(key));
  if (missing.length === 0) return known;
  const text = JSON.stringify(missing);
  const passwordHash = unusablePasswordHash();
  await database.system.transaction(async (system) => {
    await system.all(insertPeople, { companyId, newPeople: text, passwordHash });
    await system.all(rememberPeople, { companyId, people: text });
    if (missing.some(({ organisation }) => organisation))
      await system.all(joinOrganisations, { companyId, people: text });
  });
  return findPeople(db, people);
}
