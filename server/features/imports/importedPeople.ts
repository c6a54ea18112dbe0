import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Database, TenantDb } from "#server/platform/db/database.ts";
import { insertPeople, listImportedPeople, rememberPeople } from "./importPeople.queries.ts";
import type { PlannedPerson } from "./sources/recordChecks.ts";

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
  });
  return findPeople(db, people);
}
