import { randomInt } from "node:crypto";
import type { Db } from "#server/platform/db/database.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import {
  findCompanyByName,
  findTakenSubdomain,
  hasCompanyName,
  insertCompanyIfFree,
  lockCompanyName,
} from "./companies.queries.ts";
import { isReservedSubdomain, proposeSubdomains } from "./subdomain.policy.ts";

const randomSuffix = () => String(randomInt(1000, 9999));

/**
 * Returns the id of the company with this name, ignoring case. If no company has this name, creates
 * a company with a subdomain derived from the name (docs/product-decisions.md "Accounts").
 * @param db a transaction
 */
export async function findOrInsertCompany(db: Db, name: string): Promise<number> {
  await db.all(lockCompanyName, { name });
  for (const subdomain of proposeSubdomains(name, randomSuffix)) {
    // The name is looked up again for each subdomain, because the concurrent transaction that took
    // the previous subdomain may have created a company with this name.
    const existing = await db.first(findCompanyByName, { name });
    if (existing) return existing.id;
    const isTaken =
      isReservedSubdomain(subdomain) || (await db.first(findTakenSubdomain, { subdomain }));
    const created = isTaken ? undefined : await db.first(insertCompanyIfFree, { name, subdomain });
    if (created) return created.id;
  }
  throw new Error(`No free subdomain was found for a new company`);
}

/** The company that a super admin has chosen by its name (contract/fields.ts `companyChoice`). */
export interface CompanyChoice {
  companyName: string;
  companyId?: number | undefined;
  found?: true | undefined;
}

/**
 * Returns the id of the company that a super admin has chosen. With `companyId`, the result is the
 * existing company with this id and name. With `found`, a new company is founded. With neither of
 * them, the result is the oldest company with this name, or a new company if no company has this
 * name.
 * @param db a transaction
 * @throws HttpError 400 if both `companyId` and `found` are given; 409 if the chosen company was
 * deleted or renamed, or if a company that is to be created already exists
 */
export async function findChosenCompany(
  db: Db,
  { companyName: name, companyId, found }: CompanyChoice,
): Promise<number> {
  if (companyId === undefined && !found) return findOrInsertCompany(db, name);
  if (companyId !== undefined && found)
    throw invalid({ found: ["Either join a company or found one"] });
  await db.all(lockCompanyName, { name });
  if (companyId !== undefined) {
    const meant = await db.first(hasCompanyName, { companyId, name });
    if (meant?.isSame) return companyId;
    throw conflict("This company has been changed or deleted. Check the company again.");
  }
  if (await db.first(findCompanyByName, { name }))
    throw conflict("There is a company of this name by now. Check the company again.");
  return findOrInsertCompany(db, name);
}
