import pg from "pg";

/** Whether the unique constraint of this name was violated. */
export function isUniqueViolation(error: unknown, ...constraints: string[]): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23505" &&
    constraints.some((name) => name === error.constraint)
  );
}

/**
 * Whether a foreign key was violated: the given constraint or, without `constraint`, any foreign
 * key. Callers insert or update the referencing row, so the referenced row does not exist.
 */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "23503" &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/**
 * Returns the kind of entity that was deleted concurrently, if a write failed because the written
 * row refers to this entity; undefined for other errors. The name of the foreign key contains the
 * column name and thus determines the entity. `account` is the writer's own account. `subject` is
 * the account of another person, such as an assignee, a blocked account or the account that an
 * audit entry is about.
 */
export function concurrentlyDeleted(error: unknown): "company" | "account" | "subject" | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== "23503") return undefined;
  const { constraint = "" } = error;
  if (constraint.endsWith("_company_id_fkey")) return "company";
  if (/_(?:about_user|assignee|blocked|emergency_admin|other)_id_fkey$/.test(constraint))
    return "subject";
  // `recovery_code_user_id_fkey` refers to the authenticator, not to the account.
  const isAccount =
    /_(?:user|account|actor|inviter|maker|edited_by|published_by|recorded_by|blocked_by|requester|uploader)_id_fkey$/.test(
      constraint,
    ) && constraint !== "recovery_code_user_id_fkey";
  return isAccount ? "account" : undefined;
}

/** Whether the error says that the company is read-only at present (`npm run read-only`). */
export function isReadOnlyCompany(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "25006" &&
    /^company \d+ is read-only$/.test(error.message)
  );
}

/** Whether a statement failed because PostgreSQL does not know a time zone (SQLSTATE 22023). */
export function isUnknownTimeZone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "22023";
}

/**
 * Whether the statement found a state that another transaction has changed in the meantime. A retry
 * reads the new state.
 */
export function isConcurrentChange(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "40001";
}

/** Whether the same work can succeed later, because its error does not come from its data. */
export function mayPass(error: unknown): boolean {
  const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
  return isDeadlock || isConcurrentChange(error) || isDatabaseUnavailable(error);
}

/** Whether PostgreSQL cancelled the statement, usually because of its timeout. */
export function isCancelled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

/**
 * SQLSTATE codes of errors after which a retry may succeed: shutdown or start (57P0x), timeout
 * (57014, 25P03, 57P05), lock timeout (55P03), out of resources (53xxx), I/O error (58030),
 * read-only transaction (25006).
 */
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

/**
 * Whether the database is unreachable or temporarily cannot run statements, so that a retry may
 * succeed.
 */
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
