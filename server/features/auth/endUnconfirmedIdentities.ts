import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import { deleteUnconfirmedIdentities } from "./signInIdentity.queries.ts";

/**
 * Ends the identities that only a company's word has connected with an account, and its sessions,
 * when somebody proves to read the mails to its address. A company could have set its provider to
 * name an address of somebody else, before that person came (docs/decisions/0093-sign-on.md). A
 * person who does have the identity connects it at the next sign-in. A mail tells of it.
 * @param db a transaction that has locked the account
 */
export async function endUnconfirmedIdentities(
  db: Db,
  context: Pick<RequestContext, "origin" | "hostCompany" | "site">,
  user: Account,
): Promise<void> {
  const ended = await db.all(deleteUnconfirmedIdentities, { userId: user.id });
  if (ended.length === 0) return;
  await db.all(deleteSessionsOf, { userId: user.id });
  await enqueueAccountNotice(db, context, user, "identityRemoved");
}
