import type { SignedInContext } from "#server/platform/access/guards.ts";
import { recordAudit, recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { NoticeKind } from "#server/platform/mail/mails.ts";

/**
 * Tells the account's owner by mail that a way into the account was added or removed. The audit log
 * contains the change if the account is an admin's, because it records only what admins do.
 */
export async function announceWayIn(
  db: Transaction,
  context: SignedInContext,
  notice: NoticeKind,
  action: `sign-in.${string}`,
): Promise<void> {
  const { viewer } = context;
  await enqueueAccountNotice(db, context, viewer, notice);
  if (viewer.role === "user") return;
  const entry = { action, subject: viewer.username, aboutUserId: viewer.id };
  if (viewer.companyId === null) await recordSiteAudit(db, context, entry);
  else await recordAudit(db, context, viewer.companyId, entry);
}
