import pg from "pg";
import { BackupError } from "./backupError.ts";

/**
 * Converts a database error into an error with a message for the operator, if a row of the backup
 * or missing rights of the database user have caused it. Returns undefined for every other error.
 */
export function refusalOf(error: unknown): BackupError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const { code, table = "a table", detail = "" } = error;
  const key = /^Key (\(.*)$/.exec(detail.split("\n")[0] ?? "")?.[1] ?? "";
  if (code === "23505")
    return new BackupError(`Nothing was restored: in ${table}, ${key}`, { cause: error });
  if (code === "23503") {
    const missing = `Nothing was restored: ${table} refers to a missing row, ${key}`;
    return new BackupError(missing, { cause: error });
  }
  if (code === "23514" || code === "23502") {
    const broken = `Nothing was restored: a row of ${table} breaks the rule ${error.constraint ?? "of a value in each column"}`;
    return new BackupError(broken, { cause: error });
  }
  if (code?.startsWith("22")) {
    // PostgreSQL names the table, the line and the column of the value in COPY text format.
    const place = /^COPY (?:staged_)?(\w+), line \d+(?:, column \w+)?/.exec(error.where ?? "");
    const where = place?.[0].replace(/^COPY (?:staged_)?/, "") ?? table;
    return new BackupError(`Nothing was restored: a value in ${where} cannot be read`, {
      cause: error,
    });
  }
  if (code === "42501") {
    return new BackupError(
      "Nothing was restored: this user of the database does not own its tables.",
      {
        cause: error,
      },
    );
  }
  return undefined;
}
