import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { StartError, errorCode } from "./startError.ts";

/**
 * Key of the advisory lock, chosen once at random. Every process takes this lock before it
 * migrates. A backup holds this lock in shared mode, so that no migration runs during a backup.
 */
export const MIGRATION_LOCK = 7_215_300_418;

/**
 * Lock timeout of a migration in milliseconds. Other statements queue behind a migration that waits
 * for a lock, so this timeout must be less than the 5 s after which requests without a connection
 * get 503. It must be more than 1 s, because PostgreSQL takes 1 s to cancel a blocking autovacuum
 * and to detect a deadlock.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/**
 * Milliseconds between the first two attempts. Queued statements run during this pause. The pause
 * doubles after each attempt, up to 30 s. A migration that retries every 30 s blocks other sessions
 * for one sixteenth of the time.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How long a migration is retried, in milliseconds. It equals the longest statement timeout of the
 * portal (`LONG_MS`), and the migration has already waited for backups. A lock that is still held
 * after this time therefore probably belongs to another client's session, and an operator must act.
 */
const MAX_RETRY_MS = 10 * 60_000;

const PROGRESS_INTERVAL_MS = 10_000;

/**
 * Disables the timeouts that are possibly set for the role or the database. Such timeouts are meant
 * for ordinary requests.
 */
const SETTINGS =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0";

const FOLDER = join(ROOT, "server", "platform", "db", "migrations");

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

export interface MigrateOptions {
  /** Receives one line for the operator when a migration takes long or is retried. */
  log?: (line: string) => void;
  /** Milliseconds for which a migration is retried while other sessions hold conflicting locks. */
  retryForMs?: number;
  /**
   * Milliseconds between two progress messages. Migrations that take less time are not reported.
   */
  progressEveryMs?: number;
}

/** Reads the migrations of this program, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/**
 * Brings the schema up to date. Each numbered file runs once, in order, in its own transaction,
 * however many processes start at the same time. Waits for running backups and retries after lock
 * timeouts and deadlocks.
 * @returns the names of the files that ran
 * @throws StartError if an applied file was changed or the database is newer than this program;
 * otherwise the error of the failed migration
 */
export async function migrate(
  connectionString: string,
  {
    log = () => undefined,
    retryForMs = MAX_RETRY_MS,
    progressEveryMs = PROGRESS_INTERVAL_MS,
  }: MigrateOptions = {},
): Promise<string[]> {
  const options = { log, retryForMs, progressEveryMs };
  const migrations = await readMigrations();
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // The error is ignored here, because the running query or the next query rejects with the same
  // error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    // An up-to-date database needs no lock, so the start does not wait for a backup.
    if (listPending(migrations, await appliedMigrations(client)).length === 0) return [];
    await lockMigrations(client, options);
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())`);
    const pending = listPending(migrations, await appliedMigrations(client));
    for (const migration of pending) await applyWithRetries(client, migration, options);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Reads the checksums of the applied migrations, by name. */
async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows: found } = await client.query(
    "select where to_regclass('schema_migration') is not null",
  );
  if (found.length === 0) return new Map();
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

function listPending(
  migrations: readonly Migration[],
  done: ReadonlyMap<string, string>,
): Migration[] {
  for (const name of done.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new StartError(
        `The database is newer than this program: it has run ${name}, which is unknown here.`,
      );
    }
  }
  return migrations.filter(({ name, checksum }) => {
    const ran = done.get(name);
    if (ran !== undefined && ran !== checksum)
      throw new StartError(`Migration ${name} was changed after it had run on this database.`);
    return ran === undefined;
  });
}

async function lockMigrations(
  client: pg.Client,
  { log, progressEveryMs }: Required<MigrateOptions>,
): Promise<void> {
  const { rows } = await client.query<{ isTaken: boolean }>(
    `select pg_try_advisory_lock($1) as "isTaken"`,
    [MIGRATION_LOCK],
  );
  if (rows[0]?.isTaken) return;
  const waiting =
    "The database must be migrated: waiting for another process that migrates it, or for a backup.";
  log(waiting);
  const lock = () => client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  await withProgress(lock, progressEveryMs, (seconds) =>
    log(`${waiting.slice(0, -1)} (${seconds} s so far).`),
  );
}

/** Applies a migration, retries it after lock conflicts and reports how long it takes. */
async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  { log, retryForMs, progressEveryMs }: Required<MigrateOptions>,
): Promise<void> {
  const what = `Migration ${migration.name}`;
  const apply = async () => {
    const started = performance.now();
    const applyNow = () => applyOnce(client, migration);
    await withProgress(applyNow, progressEveryMs, (seconds) =>
      log(`${what} is still running (${seconds} s).`),
    );
    const tookMs = performance.now() - started;
    if (tookMs >= progressEveryMs) log(`${what} took ${(tookMs / 1000).toFixed(1)} s.`);
  };
  await retryLockConflicts(what, apply, { log, retryForMs });
}

/**
 * Runs a transaction, which must set the lock timeout `LOCK_TIMEOUT_MS`. Retries it while other
 * sessions hold conflicting locks, for at most `retryForMs`.
 * @param what names the transaction in messages
 */
export async function retryLockConflicts(
  what: string,
  transaction: () => Promise<void>,
  { log = () => undefined, retryForMs = MAX_RETRY_MS }: Pick<MigrateOptions, "log" | "retryForMs">,
): Promise<void> {
  const first = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await transaction();
      return;
    } catch (error) {
      const failure = `${what} failed: ${error instanceof Error ? error.message : String(error)}`;
      if (!isLockConflict(error)) throw new Error(failure, { cause: error });
      if (performance.now() + pauseMs - first > retryForMs) {
        throw new Error(
          `${failure} (other sessions hold conflicting locks; nothing was changed; see "Upgrading" in docs/SCALING.md)`,
          { cause: error },
        );
      }
      log(`${failure}. It is retried in ${String(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}

/** Whether the error is a lock timeout (55P03) or a deadlock (40P01). */
function isLockConflict(error: unknown): boolean {
  return ["55P03", "40P01"].includes(errorCode(error));
}

async function applyOnce(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${String(LOCK_TIMEOUT_MS)}`);
  try {
    await client.query(text);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [
      name,
      checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    // If the connection is lost, this rollback fails as well. The first error is the error to
    // report.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Runs `work` and reports periodically how many seconds it has taken so far. */
async function withProgress(
  work: () => Promise<unknown>,
  everyMs: number,
  report: (seconds: string) => void,
) {
  const started = performance.now();
  const timer = setInterval(
    () => report(((performance.now() - started) / 1000).toFixed(0)),
    everyMs,
  );
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
