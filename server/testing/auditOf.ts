import type { TestPortal } from "./testPortal.ts";

export interface LoggedAction {
  actor: string;
  action: string;
  subject: string;
  details: Record<string, unknown>;
}

const COLUMNS = "actor_username as actor, action, subject, details";

/** What the audit log of a company holds, oldest first. */
export function auditOf(portal: TestPortal, company: { id: number }): Promise<LoggedAction[]> {
  return portal.sql(`select ${COLUMNS} from audit_entry where company_id = $1 order by id`, [company.id]);
}

/** What the installation's own audit log holds, oldest first. */
export function siteAuditOf(portal: TestPortal): Promise<LoggedAction[]> {
  return portal.sql(`select ${COLUMNS} from site_audit_entry order by id`);
}
