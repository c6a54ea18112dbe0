import { FRESH_SIGN_IN_FIRST } from "#contract/errors.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { findFreshSession } from "#server/platform/access/session.queries.ts";
import { forbidden } from "#server/platform/http/httpError.ts";

/**
 * Checks that the user has logged in within the last five minutes, because somebody else could use a
 * session that was left open. Changes of the ways into an account need this.
 * @throws HttpError 403
 */
export async function requireFreshSignIn({
  database,
  sessionHash,
}: Pick<SignedInContext, "database" | "sessionHash">): Promise<void> {
  const found = await database.system.first(findFreshSession, { tokenHash: sessionHash });
  if (!found) throw forbidden(FRESH_SIGN_IN_FIRST);
}
