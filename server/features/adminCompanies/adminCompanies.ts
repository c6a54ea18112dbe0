import type { AdminCompany, adminCompaniesApi } from "#contract/adminCompanies.ts";
import type { Page } from "#contract/endpoint.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit, recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import { deleteSessionsOfAll } from "#server/platform/access/session.queries.ts";
import { findTakenSubdomain, lockCompany } from "#server/features/companies/companies.queries.ts";
import { presentOwnCompany } from "#server/platform/access/presentCompany.ts";
import { isReservedSubdomain } from "#server/features/companies/subdomain.policy.ts";
import type { Database, Db, Transaction } from "#server/platform/db/database.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import {
  decodePosition,
  isTimestamp,
  isText,
  pageOf,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import { deleteSomePictures } from "#server/features/pictures/pictures.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { AdminCompanyRow } from "./adminCompanies.queries.ts";
import {
  closeCompany,
  countCompanies,
  deactivateSomeAccounts,
  deleteCompany,
  deleteSomeAccounts,
  deleteSomeItems,
  findAdminCompany,
  insertAdminCompany,
  listCompanies,
  releaseSuperAdmins,
  updateAdminCompany,
} from "./adminCompanies.queries.ts";

const message = "Company not found";
const KEYS = { name: isText, date: isTimestamp };

function present(row: AdminCompanyRow): AdminCompany {
  return { ...row, ...presentOwnCompany(row), isBeingDeleted: row.closedAt !== null };
}

export async function listCompaniesPage({
  database,
  query,
}: Handled<typeof adminCompaniesApi.list, SignedInContext>): Promise<Page<AdminCompany>> {
  const { search, sort, limit, cursor } = query;
  const pattern = search === undefined ? undefined : substringPattern(search);
  const position = cursor === undefined ? undefined : decodePosition(sort, cursor, KEYS[sort]);
  const bySearch = pattern !== undefined;
  const [rows, counted] = await Promise.all([
    database.system.all(listCompanies(sort, bySearch, position !== undefined), {
      pattern,
      rows: limit + 1,
      ...position,
    }),
    database.system.first(countCompanies(bySearch), { pattern }),
  ]);
  const page = pageOf(rows, {
    limit,
    order: sort,
    total: counted?.total ?? 0,
    positionOf: ({ id, sortName, createdAt }) => ({
      key: sort === "name" ? sortName : createdAt,
      id,
    }),
  });
  return { ...page, items: page.items.map(present) };
}

async function findCompany(db: Db, companyId: number): Promise<AdminCompanyRow> {
  const company = await db.first(findAdminCompany, { companyId });
  if (!company) throw notFound(message);
  return company;
}

/**
 * @throws HttpError 409 if the subdomain is reserved, is in use or belonged to a deleted company
 */
async function requireFreeSubdomain(db: Db, subdomain: string): Promise<void> {
  const isTaken =
    isReservedSubdomain(subdomain) || (await db.first(findTakenSubdomain, { subdomain }));
  if (isTaken) throw conflict("Subdomain is already taken");
}

async function refuseTakenSubdomain<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "company_subdomain_key"))
      throw conflict("Subdomain is already taken");
    throw error;
  }
}

export function createCompany(
  context: Handled<typeof adminCompaniesApi.create, SignedInContext>,
): Promise<AdminCompany> {
  const { database, body } = context;
  const subdomain = body.subdomain || null;
  return refuseTakenSubdomain(
    database.system.transaction(async (db) => {
      if (subdomain !== null) await requireFreeSubdomain(db, subdomain);
      const created = await db.first(insertAdminCompany, { ...body, subdomain });
      if (!created) throw new Error("The company was not created");
      await recordAudit(db, context, created.id, { action: "company.create", subject: body.name });
      return present(await findCompany(db, created.id));
    }),
  );
}

export function changeCompany(
  context: Handled<typeof adminCompaniesApi.update, SignedInContext>,
): Promise<AdminCompany> {
  const { database, body, params } = context;
  return refuseTakenSubdomain(
    database.system.transaction(async (db) => {
      await db.all(lockCompany, { companyId: params.id });
      const before = await findCompany(db, params.id);
      if (body.subdomain !== undefined && body.subdomain !== before.subdomain) {
        if (before.subdomain !== null || body.subdomain === null)
          throw conflict("The subdomain cannot be changed once it is set");
        await requireFreeSubdomain(db, body.subdomain);
      }
      await db.all(updateAdminCompany, {
        ...body,
        companyId: params.id,
        changed: changedFields(body),
      });
      await recordAudit(db, context, params.id, {
        action: "company.update",
        subject: before.name,
        details: changesOf(before, body),
      });
      return present(await findCompany(db, params.id));
    }),
  );
}

/**
 * Deletes a company with its data and its accounts, except the accounts of super admins. An entry
 * in the installation's audit log remains. The company is closed first, so that no request waits
 * for rows that are being deleted. Rows are deleted in many short transactions, because deleting
 * the votes of the company's users also locks counters of other companies. An interrupted deletion
 * leaves a closed company that can be deleted again (docs/decisions/0020-deleting-in-slices.md).
 */
export async function removeCompany(
  context: Handled<typeof adminCompaniesApi.remove, SignedInContext>,
): Promise<void> {
  const { database, params, response } = context;
  const company = { companyId: params.id };
  await database.system.transaction(async (db) => {
    if (!(await db.first(closeCompany, company))) throw context.notFound();
    await db.all(releaseSuperAdmins, company);
  });
  response.publishNow();
  await repeatUntilEmpty(database, async (db) => {
    const accounts = await db.all(deactivateSomeAccounts, company);
    await db.all(deleteSessionsOfAll, { userIds: accounts.map(({ id }) => id) });
    return accounts;
  });
  await repeatUntilEmpty(database, (db) => db.all(deleteSomePictures, { ...company, rows: 100 }));
  await repeatUntilEmpty(database, (db) => db.all(deleteSomeItems, company));
  await repeatUntilEmpty(database, (db) => db.all(deleteSomeAccounts, company));
  const remove = async (db: Transaction) => {
    // Super admins are removed from the company once more, because an account of the company could
    // have become a super admin after the first transaction.
    await db.all(releaseSuperAdmins, company);
    const deleted = await db.first(deleteCompany, company);
    if (!deleted) throw context.notFound();
    await recordSiteAudit(db, context, {
      action: "company.delete",
      subject: deleted.name,
      details: { id: params.id, subdomain: deleted.subdomain },
    });
  };
  await database.system.transaction(remove, { isLong: true });
}

/** Repeats `work`, each time in its own transaction, until it returns no rows. */
async function repeatUntilEmpty(
  database: Database,
  work: (db: Db) => Promise<unknown[]>,
): Promise<void> {
  while ((await database.system.transaction(work, { isLong: true })).length > 0);
}
