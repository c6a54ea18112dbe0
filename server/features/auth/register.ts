import * as z from "zod/mini";
import type { authApi } from "#contract/auth.ts";
import { companyName, subdomain } from "#contract/fields.ts";
import { isTimeZone } from "#contract/notificationSettings.ts";
import type { User } from "#contract/users.ts";
import { findTakenSubdomain, insertCompany } from "#server/features/companies/companies.queries.ts";
import { isReservedSubdomain } from "#server/features/companies/subdomain.policy.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { byAnonymousSubscriber } from "#server/platform/routing/callLimits.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { insertUser } from "#server/features/users/users.queries.ts";
import { hashPassword } from "./password.ts";
import { registerForSomeone } from "./registerForSomeone.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.ts";
import { startSession } from "./session.ts";

const PER_SUBSCRIBER: Limit = { name: "register-ip", attempts: 30, windowSeconds: 60 * 60 };

/** Rate limit of registrations. Super admins create accounts for others without a limit. */
export const registerLimit = byAnonymousSubscriber(PER_SUBSCRIBER);

type RegisterContext = Handled<typeof authApi.register>;

const NewCompany = z.object({ companyName, subdomain });

/**
 * Creates an account and signs the user in. On the product's host it creates a company and its
 * admin. On a company's host it creates a customer of that company. A body with another role is
 * refused. Super admins create accounts for others (`registerForSomeone.ts`). See
 * docs/product-decisions.md "Accounts".
 */
export async function register(context: RegisterContext): Promise<User> {
  const user = await openAccount(context);
  if (user.companyId !== null) context.response.concerns(user.companyId);
  return presentUser(user, context.config);
}

async function openAccount(context: RegisterContext): Promise<UserRow> {
  const { hostCompany, database, body, viewer } = context;
  if (viewer) return registerForSomeone({ ...context, viewer });
  const role = hostCompany ? "user" : "company_admin";
  if (body.role !== undefined && body.role !== role) {
    throw invalid({ role: [`Role must be ${role} here`] });
  }
  const company = hostCompany ? null : readNewCompany(body);
  const owner = { ...body, companyName: company?.companyName, subdomain: company?.subdomain };
  await refuseWeakPassword(context, owner, { field: "password", password: body.password });
  const counted = registerLimit.countersOf(context);
  const passwordHash = await uncountIfOverloaded(database.system, counted, () =>
    hashPassword(body.password),
  );
  try {
    return await database.system.transaction(async (db) => {
      const { username, fullName } = body;
      const timeZone =
        body.timeZone !== undefined && isTimeZone(body.timeZone) ? body.timeZone : "UTC";
      const companyId = company
        ? await createCompany(db, { ...company, timeZone })
        : (hostCompany?.id ?? null);
      const user = await db.first(insertUser, {
        username,
        passwordHash,
        fullName,
        role,
        companyId,
        isConfirmed: false,
        timeZone,
      });
      if (!user) throw new Error("The account was not created");
      await startSession(db, context, user.id, "proved");
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(error, "user_account_username"))
      throw conflict("Username already exists");
    if (isUniqueViolation(error, "company_subdomain_key"))
      throw conflict("Subdomain is already taken");
    throw error;
  }
}

function readNewCompany(body: RegisterContext["body"]): z.output<typeof NewCompany> {
  const read = NewCompany.safeParse(body);
  if (read.success) return read.data;
  const { fieldErrors } = z.flattenError(read.error);
  throw invalid(fieldErrors);
}

async function createCompany(
  db: Db,
  company: z.output<typeof NewCompany> & { timeZone: string },
): Promise<number> {
  const taken =
    isReservedSubdomain(company.subdomain) ||
    (await db.first(findTakenSubdomain, { subdomain: company.subdomain }));
  if (taken) throw conflict("Subdomain is already taken");
  const created = await db.first(insertCompany, {
    name: company.companyName,
    subdomain: company.subdomain,
    timeZone: company.timeZone,
  });
  if (!created) throw new Error("The company was not created");
  return created.id;
}
