import { sql } from "#server/platform/db/sql.ts";
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

/** Inserts entries of one actor. `entries` is JSON text: an array of actions. */
export const insertAuditEntries = statement<
  Pick<Entry, "actorId" | "actorUsername" | "ip"> & { companyId: number; entries: string },
  never
>(
  "insert_audit_entries",
  (p) => sql`
    insert into audit_entry (company_id, actor_id, actor_username, about_user_id, action, subject, details, ip)
    select ${p.companyId}::bigint, ${p.actorId}::bigint, ${p.actorUsername}, entry."aboutUserId",
      entry.action, left(entry.subject, 300), entry.details, ${p.ip}
    from jsonb_to_recordset(${p.entries}::jsonb)
      as entry (action text, subject text, details jsonb, "aboutUserId" bigint)
  `,
);

export const insertSiteAuditEntry = statement<Entry, never>(
  "insert_site_audit_entry",
  (p) => sql`
    insert into site_audit_entry (actor_id, actor_username, about_user_id, action, subject, details, ip)
    values (${p.actorId}, ${p.actorUsername}, ${p.aboutUserId}::bigint, ${p.action},
      left(${p.subject}, 300), ${p.details}::jsonb, ${p.ip})
  `,
);
