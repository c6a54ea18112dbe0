import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { deleteUnconfirmedIdentities } from "./signInIdentity.queries.ts";

/**
 * Ends the identities that only a company's word has connected with an account, and its sessions,
 * when somebody proves to read the mails to its address. A company could have set its provider to
 * name an address of somebody else, before that person came (docs/decisions/0093-sign-on.md). A
 * person who does have the identity connects it at the next sign-in.
 * @param db a transaction that has locked the account
 */
export async function endUnconfirmedIdentities(db: Db, userId: number): Promise<void> {
  const ended = await db.all(deleteUnconfirmedIdentities, { userId });
  if (ended.length > 0) await db.all(deleteSessionsOf, { userId });
}
