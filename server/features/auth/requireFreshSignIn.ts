import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { findFreshSession } from "#server/platform/access/session.queries.ts";
import { forbidden } from "#server/platform/http/httpError.ts";

type SessionContext = Pick<SignedInContext, "database" | "sessionHash">;

/**
 * Whether the user has logged in within the last five minutes. What only a company has proved counts
 * for the company's settings, but not for the ways into an account, which work on all hosts.
 */
export async function isFreshSignIn(
  { database, sessionHash }: SessionContext,
  proof: "own" | "company" = "own",
): Promise<boolean> {
  const found = await database.system.first(findFreshSession, { tokenHash: sessionHash });
  return found !== undefined && (proof === "company" || !found.isVouched);
}

/**
 * Checks `isFreshSignIn`, because somebody else could use a session that was left open. Changes of
 * the ways into an account need this.
 * @throws HttpError 403
 */
export async function requireFreshSignIn(
  context: SessionContext,
  proof: "own" | "company" = "own",
): Promise<void> {
  if (!(await isFreshSignIn(context, proof))) throw forbidden(FRESH_SIGN_IN_FIRST);
}
