import { randomInt } from "node:crypto";
import type { Db } from "#server/platform/db/database.ts";
import {
  findCompanyByName,
  findTakenSubdomain,
  insertCompanyIfFree,
  lockCompanyName,
} from "./companies.queries.ts";
import { isReservedSubdomain, proposeSubdomains } from "./subdomain.policy.ts";

const randomSuffix = () => String(randomInt(1000, 9999));

/**
 * The id of the company of this name, without case. If there is none, a company is created with a
 * subdomain derived from the name (docs/product-decisions.md "Accounts").
 * @param db a transaction
 */
export async function findOrInsertCompany(db: Db, name: string): Promise<number> {
  await db.all(lockCompanyName, { name });
  for (const subdomain of proposeSubdomains(name, randomSuffix)) {
    // Checked each time: a concurrent transaction that took the subdomain may have created this
    // company.
    const existing = await db.first(findCompanyByName, { name });
    if (existing) return existing.id;
    const isTaken =
      isReservedSubdomain(subdomain) || (await db.first(findTakenSubdomain, { subdomain }));
    const created = isTaken ? undefined : await db.first(insertCompanyIfFree, { name, subdomain });
    if (created) return created.id;
  }
  throw new Error(`No free subdomain was found for a new company`);
}
