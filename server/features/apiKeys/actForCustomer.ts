import type { OnBehalfOf } from "#contract/onBehalfOf.ts";
import { ON_BEHALF_REFUSALS } from "#contract/onBehalfOf.ts";
import type { User } from "#contract/users.ts";
import {
  findOrCreatePeople,
  plannedPerson,
} from "#server/features/imports/importedPeople.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { Database } from "#server/platform/db/database.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { FoundAccount } from "./customers.queries.ts";
import { findAccount } from "./customers.queries.ts";

const refuse = (reason: keyof typeof ON_BEHALF_REFUSALS) =>
  invalid({ onBehalfOf: [ON_BEHALF_REFUSALS[reason]] });

/**
 * Returns the context of a request with an API key, changed so that the customer is the author of
 * what the request creates. What the request may see and do is still decided by the key.
 * @throws HttpError 400 without a key, and for a customer for whom nobody may act
 */
export async function actForCustomer(
  context: RequestContext,
  customer: OnBehalfOf,
): Promise<RequestContext> {
  const { apiKey, visibility, database, tenantId: companyId } = context;
  if (!apiKey || !visibility || companyId === null) throw refuse("noKey");
  const { id, fullName, pictureUrl, createdAt } = await findCustomer(database, companyId, customer);
  const viewer: User = {
    id,
    username: customer.email,
    fullName,
    pictureUrl,
    role: "user",
    companyId,
    mustChangePassword: false,
    mustSetUpMfa: false,
    mustConfirmEmail: false,
    confirmedAt: null,
    createdAt,
  };
  return { ...context, viewer, visibility: { ...visibility, viewerId: id } };
}

/**
 * Finds the customer's account: that of a customer of the company who has confirmed the address,
 * otherwise one like those of imported people, which its owner can claim later
 * (docs/decisions/0048-importing.md).
 */
async function findCustomer(
  database: Database,
  companyId: number,
  { email: address, name = "" }: OnBehalfOf,
): Promise<FoundAccount> {
  const { system } = database;
  const byAddress = { companyId, userId: null, usernameKey: usernameKey(address) };
  const owner = await system.first(findAccount, byAddress);
  if (owner && owner.role !== "super_admin" && isAdminOf(owner, companyId)) throw refuse("team");
  if (owner?.isBlocked) throw refuse("blocked");
  const isCustomer = owner?.role === "user" && owner.companyId === companyId && owner.isProven;
  const found = isCustomer ? owner : await findPerson(database, companyId, { address, name });
  if (isAdminOf(found, companyId)) throw refuse("team");
  if (found.isBlocked) throw refuse("blocked");
  return found;
}

async function findPerson(
  database: Database,
  companyId: number,
  given: { address: string; name: string },
): Promise<FoundAccount> {
  const planned = plannedPerson(given, companyId);
  const people = await findOrCreatePeople(database, companyId, [planned]);
  const userId = people.get(planned.key) ?? null;
  const person =
    userId !== null &&
    (await database.system.first(findAccount, { companyId, userId, usernameKey: null }));
  if (!person) throw refuse("deleted");
  return person;
}
