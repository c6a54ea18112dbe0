import type { SignedInContext } from "#server/platform/access/guards.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { findAuthenticator } from "./mfa.queries.ts";
import { requirePassword } from "./requirePassword.ts";
import { takeCode } from "./secondFactor.ts";

/** Message for a code that is wrong or was used before. */
export const WRONG_CODE = "This code is not right. Codes change every 30 seconds and work once.";

/**
 * Checks the password and the code.
 * @throws HttpError 400 on the field of the factor that is wrong
 */
export async function requireBothFactors(
  context: Pick<SignedInContext, "database" | "viewer" | "sessionHash" | "host" | "origin"> & {
    body: { password?: string | undefined; code: string };
  },
): Promise<void> {
  const { database, viewer, body } = context;
  await requirePassword(context, "password", body.password);
  const { id: userId } = viewer;
  if (!(await takeCode(database.system, { userId, code: body.code, subject: String(userId) }))) {
    throw invalid({ code: [WRONG_CODE] });
  }
}

/**
 * Checks the password, and a code if the account has a second factor. The route must have the rate
 * limit `passwordLimit`.
 * @throws HttpError 400 on the field of the factor that is missing or wrong
 */
export async function requireFactors(
  context: Pick<SignedInContext, "database" | "viewer" | "sessionHash" | "host" | "origin"> & {
    body: { password?: string | undefined; code?: string | undefined };
  },
): Promise<void> {
  const { database, viewer, body } = context;
  const { password, code } = body;
  const found = await database.system.first(findAuthenticator, { userId: viewer.id });
  if (!found?.isConfirmed) {
    await requirePassword(context, "password", password);
    return;
  }
  if (code === undefined) throw invalid({ code: ["Enter the code of your authenticator app"] });
  return requireBothFactors({ ...context, body: { password, code } });
}
