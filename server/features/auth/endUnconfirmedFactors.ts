import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Db } from "#server/platform/db/database.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import { deleteDevicesOf } from "./knownDevice.queries.ts";
import { deleteAuthenticator } from "./mfa.queries.ts";
import { deletePasskeysOf } from "./passkeys.queries.ts";
import { deleteIdentitiesOf } from "./signInIdentity.queries.ts";

/**
 * Deletes the second factor, the passkeys, the identities and the known devices of an account whose
 * address nobody had confirmed before its owner proved it. Somebody else has possibly registered the account.
 * @param db a transaction that has locked the account
 */
export async function endUnconfirmedFactors(
  db: Db,
  context: Pick<RequestContext, "origin" | "hostCompany" | "site">,
  before: Account,
): Promise<void> {
  const userId = before.id;
  await db.all(deleteAuthenticator, { userId });
  await db.all(deletePasskeysOf, { userId });
  await db.all(deleteIdentitiesOf, { userId });
  await db.all(deleteDevicesOf, { userId });
  if (before.mfaSince !== null) await enqueueAccountNotice(db, context, before, "mfaOff");
}
