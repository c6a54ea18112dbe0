import type { Transaction } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { insertAuditEntries, insertSiteAuditEntry } from "./audit.queries.ts";

/** An admin's action as it is stored in the audit log. */
export interface AuditedAction {
  /** Entity and verb, for example `board.delete`. */
  action: string;
  /** Name of the entity that was changed. */
  subject?: string;
  /**
   * Values that describe the action, such as the changed values or the entity's id. They must not
   * contain secrets.
   */
  details?: Record<string, unknown>;
  /**
   * The account that the entry names, either in `subject` or, as the author of the subject, in
   * `details.author`. When the account is deleted, its name is removed from this field and from
   * `details.username` and `details.fullName`. Store the name in no other field, because it would
   * remain there.
   */
  aboutUserId?: number | null;
}

type Actor = Pick<SignedInContext, "viewer" | "ip">;

const actorOf = ({ viewer, ip }: Actor) => ({
  actorId: viewer.id,
  actorUsername: viewer.username,
  ip,
});

const entryOf = ({ action, subject = "", details = {}, aboutUserId = null }: AuditedAction) => ({
  action,
  subject,
  details,
  aboutUserId,
});

/** Records an admin's actions in a company, in the transaction of the change. */
export async function recordAudit(
  db: Transaction,
  actor: Actor,
  companyId: number,
  ...done: readonly AuditedAction[]
): Promise<void> {
  if (done.length === 0) return;
  const entries = JSON.stringify(done.map(entryOf));
  await db.all(insertAuditEntries, { ...actorOf(actor), companyId, entries });
}

/**
 * Records an admin's action in the audit log of the whole installation, in the transaction of the
 * change.
 */
export async function recordSiteAudit(
  db: Transaction,
  actor: Actor,
  done: AuditedAction,
): Promise<void> {
  const { details, ...entry } = entryOf(done);
  const stored = { ...actorOf(actor), ...entry, details: JSON.stringify(details) };
  await db.all(insertSiteAuditEntry, stored);
}
