import { sql } from "kysely";
import { statement } from "#server/platform/db/statement.ts";

interface Entry {
  actorId: number;
  actorUsername: string;
  aboutUserId: number | null;
  action: string;
  subject: string;
  /** The action's details as JSON text. */
  details: string;
  ip: string;
}

export const insertAuditEntry = statement<Entry & { companyId: number }, never>(
  "insert_audit_entry",
  (q, p) =>
    sql<never>`
    insert into audit_entry (company_id, actor_id, actor_username, about_user_id, action, subject, details, ip)
    values (${p.companyId}, ${p.actorId}, ${p.actorUsername}, ${p.aboutUserId}::bigint, ${p.action},
      left(${p.subject}, 300), ${p.details}::jsonb, ${p.ip})
  `.compile(q),
);

export const insertSiteAuditEntry = statement<Entry, never>("insert_site_audit_entry", (q, p) =>
  sql<never>`
    insert into site_audit_entry (actor_id, actor_username, about_user_id, action, subject, details, ip)
    values (${p.actorId}, ${p.actorUsername}, ${p.aboutUserId}::bigint, ${p.action},
      left(${p.subject}, 300), ${p.details}::jsonb, ${p.ip})
  `.compile(q),
);
