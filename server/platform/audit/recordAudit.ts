import type { Db } from "#server/platform/db/database.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { insertAuditEntry, insertSiteAuditEntry } from "./audit.queries.ts";

/** What an admin did, in the words of the audit log. */
export interface AuditedAction {
  /** Thing and verb, such as `board.delete`. */
  action: string;
  /** What it was done to, by name. */
  subject?: string;
  /** What changed, without secrets. */
  details?: Record<string, unknown>;
}

type Actor = Pick<SignedInContext, "viewer" | "ip">;

function entryOf({ viewer, ip }: Actor, { action, subject = "", details = {} }: AuditedAction) {
  const actor = { actorId: viewer.id, actorUsername: viewer.username, ip };
  return { ...actor, action, subject, details: JSON.stringify(details) };
}

/** Notes what was done in a company. Pass the transaction of the change, so that neither is without the other. */
export async function recordAudit(
  db: Db,
  actor: Actor,
  companyId: number,
  done: AuditedAction,
): Promise<void> {
  await db.all(insertAuditEntry, { ...entryOf(actor, done), companyId });
}

/** Notes what was done to the installation. */
export async function recordSiteAudit(db: Db, actor: Actor, done: AuditedAction): Promise<void> {
  await db.all(insertSiteAuditEntry, entryOf(actor, done));
}
