import type { authApi } from "#contract/auth.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import { findChosenCompany } from "#server/features/companies/companyByName.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import { insertUser, markPasswordTemporary } from "#server/features/users/users.queries.ts";
import { hashPassword } from "./password.ts";

/**
 * Creates an account for an admin of a company when a super admin submits the admin user form. The
 * password is temporary and must be changed at the first login. The super admin stays signed in
 * (docs/product-decisions.md "Accounts").
 */
export async function registerForSomeone(
  context: Pick<SignedInContext, "database" | "viewer" | "ip" | "config"> & {
    body: BodyOf<typeof authApi.register>;
  },
): Promise<UserRow> {
  const { database, config, body } = context;
  const { companyName, username, fullName } = body;
  if (body.role !== undefined && body.role !== "company_admin") {
    throw invalid({ role: ["Role must be company_admin here"] });
  }
  if (companyName === undefined)
    throw invalid({ companyName: ["Company name must be at least 2 characters"] });
  const passwordHash = await hashPassword(body.password);
  try {
    return await database.system.transaction(async (db) => {
      const companyId = await findChosenCompany(db, { ...body, companyName });
      await requireRoom(db, config.quotas, { companyId, kind: "members" });
      const account = {
        username,
        passwordHash,
        fullName,
        role: "company_admin",
        companyId,
        isConfirmed: false,
        timeZone: "UTC",
      } as const;
      const user = await db.first(insertUser, account);
      if (!user) throw new Error("The account was not created");
      await db.all(markPasswordTemporary, { userId: user.id });
      await recordSiteAudit(db, context, {
        action: "user.create",
        subject: username,
        details: { companyName },
        aboutUserId: user.id,
      });
      return { ...user, mustChangePassword: true };
    });
  } catch (error) {
    if (isUniqueViolation(error, "user_account_username"))
      throw conflict("Username already exists");
    throw error;
  }
}
