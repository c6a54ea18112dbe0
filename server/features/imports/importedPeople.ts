import { createHash } from "node:crypto";
import type { Database } from "#server/platform/db/database.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { ImportPerson, PlannedPerson } from "./importRecord.ts";
import { insertPeople, listPeople } from "./importPeople.queries.ts";

/**
 * Returns the account of an imported person. Its username is not the person's address, so that
 * nobody can register as the person, sign in, or get a mail (docs/decisions/0048-importing.md).
 * Addresses of `.invalid` exist nowhere (RFC 2606).
 */
export function plannedPerson({ name, address }: ImportPerson, companyId: number): PlannedPerson {
  const domain = `${String(companyId)}.imported.invalid`;
  const fullName = name !== null && Array.from(name).length >= 2 ? name : null;
  const local =
    address === null
      ? `name-${createHash("sha256")
          .update(usernameKey(name ?? ""))
          .digest("hex")
          .slice(0, 32)}`
      : usernameKey(address).replace(/@(?=[^@]*$)/, "=");
  return { username: `${local}@${domain}`, fullName };
}

/** Creates the accounts of people who have none, and returns the ids by username. */
export async function findOrCreatePeople(
  { system }: Pick<Database, "system">,
  companyId: number,
  people: readonly PlannedPerson[],
): Promise<Map<string, number>> {
  const distinct = new Map(people.map((person) => [person.username, person]));
  if (distinct.size === 0) return new Map();
  await system.all(insertPeople, {
    companyId,
    people: JSON.stringify([...distinct.values()]),
    passwordHash: unusablePasswordHash(),
  });
  const found = await system.all(listPeople, {
    companyId,
    importedUsernames: [...distinct.keys()],
  });
  return new Map(found.map(({ id, username }) => [username, id]));
}
