import pg from "pg";

/** Whether a unique key refused a row: the one of this name. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === "23505" && error.constraint === constraint
  );
}

/** Whether a row refers to one that is not there (any more), by the foreign key of this name. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === "23503" && error.constraint === constraint
  );
}

/**
 * Whose row was deleted while something that refers to it was being written: a company or an account. Told by the names of the foreign keys,
 * which end in the column's; undefined for any other key and error.
 */
export function goneMeanwhile(error: unknown): "company" | "account" | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== "23503") return undefined;
  const { constraint = "" } = error;
  if (constraint.endsWith("_company_id_fkey")) return "company";
  // A recovery code refers to its authenticator.
  const isAccount =
    /_(?:user|actor)_id_fkey$/.test(constraint) && constraint !== "recovery_code_user_id_fkey";
  return isAccount ? "account" : undefined;
}

/** Shutting down, starting, no room or memory or connection left, read-only, a disk that fails, out of time, too long locked. */
const UNAVAILABLE_STATES = new Set([
  "57P01",
  "57P02",
  "57P03",
  "57P05",
  "57014",
  "55P03",
  "53000",
  "53100",
  "53200",
  "53300",
  "53400",
  "58030",
  "25006",
  "25P03",
]);
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
]);

/** Whether the database could not be reached or cannot serve now, so that the same request may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.has(error.code ?? "");
  if (!(error instanceof Error)) return false;
  return (
    ("code" in error && UNAVAILABLE_CODES.has(String(error.code))) ||
    /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
      error.message,
    )
  );
}
