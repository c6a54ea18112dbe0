import type { Db } from "#server/platform/db/database.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import { csvFile } from "#server/platform/text/csv.ts";
import type { AuditFilter } from "./readAuditLog.ts";
import { walkAuditLog } from "./readAuditLog.ts";

const COLUMNS = ["Time (UTC)", "Company", "Who", "Action", "Subject", "Details", "IP address"];

/** Limits downloads, because without filters a download reads the whole log page by page. */
export const auditCsvLimit = byAccount({
  name: "audit-csv-account",
  attempts: 30,
  windowSeconds: 60 * 60,
});

/**
 * Returns the entries that match the filter as CSV, newest first. The log is read page by page while
 * the client reads, so memory does not grow with the size of the log.
 */
export function createAuditCsv(db: Db, filter: AuditFilter): AsyncIterable<string> {
  return csvFile(COLUMNS, rowsByPage());

  async function* rowsByPage() {
    for await (const entries of walkAuditLog(db, filter)) {
      yield entries.map(
        ({ createdAt, companyName, actorUsername, action, subject, details, ip }) => [
          createdAt,
          companyName,
          actorUsername,
          action,
          subject,
          JSON.stringify(details),
          ip,
        ],
      );
    }
  }
}
