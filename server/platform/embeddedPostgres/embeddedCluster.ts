import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseAccount } from "./embeddedAccount.ts";
import type { EmbeddedAccount } from "./embeddedAccount.ts";
import { findEmbeddedBinaries } from "./embeddedBinaries.ts";
import type { EmbeddedBinaries } from "./embeddedBinaries.ts";
import { StartError } from "#server/platform/db/startError.ts";

/** Superuser of the embedded database. */
export const EMBEDDED_USER = "hearback";

const PASSWORD_FILE = "postgres-password";

/** Files and account of an embedded database. */
export interface EmbeddedCluster {
  binaries: EmbeddedBinaries;
  account: EmbeddedAccount;
  /** PostgreSQL's data directory. */
  dir: string;
  logFile: string;
  password: string;
}

/**
 * Character types for `initdb`. The first type that the system supports is used. Only pg_trgm
 * depends on the character type, because collation and case mapping use PostgreSQL's builtin
 * provider, which is the same on every machine.
 */
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

function runInitdb(
  binaries: EmbeddedBinaries,
  account: EmbeddedAccount,
  dir: string,
  passwordFile: string,
) {
  let output = "";
  for (const characterType of CHARACTER_TYPES) {
    const [program, args] = account.command(binaries.initdb, [
      `--pgdata=${dir}`,
      `--username=${EMBEDDED_USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      `--lc-ctype=${characterType}`,
    ]);
    const result = spawnSync(program, args, { ...account.options, encoding: "utf8" });
    if (result.status === 0) return;
    output = result.error?.message ?? result.stderr;
    if (!output.includes("invalid locale name")) break;
  }
  const reason =
    output.split("\n").find((line) => line.includes("error:")) ?? output.split("\n")[0] ?? "";
  throw new StartError(`The embedded PostgreSQL cannot be initialised: ${reason.trim()}`);
}

/**
 * Initialises the database in a temporary folder and then renames the folder, so that an
 * interrupted initialisation leaves no incomplete database.
 */
function initialise(binaries: EmbeddedBinaries, dir: string, passwordFile: string) {
  const password = randomBytes(24).toString("base64url");
  const draft = `${dir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    const account = chooseAccount(binaries, dir, draft);
    const handedOver = join(draft, "password");
    writeFileSync(handedOver, password, { mode: 0o600 });
    account.own(handedOver);
    runInitdb(binaries, account, join(draft, "data"), handedOver);
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600, flush: true });
    renameSync(join(draft, "data"), dir);
    return { account, password };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Opens the embedded database of a data folder. A missing database is created, which takes half a
 * second.
 * @param dataDir an existing, writable folder
 * @throws StartError if the database cannot be opened or created
 */
export function openCluster(dataDir: string, log: (message: string) => void): EmbeddedCluster {
  const binaries = findEmbeddedBinaries();
  const dir = join(dataDir, "postgres");
  const files = { binaries, dir, logFile: join(dataDir, "postgres.log") };
  const passwordFile = join(dataDir, PASSWORD_FILE);
  if (!existsSync(dir)) {
    log("initialising the embedded PostgreSQL");
    return { ...files, ...initialise(binaries, dir, passwordFile) };
  }
  return { ...files, password: readPassword(dataDir), account: chooseAccount(binaries, dir, dir) };
}

/** Reads the superuser's password. @throws StartError if the password file is missing */
export function readPassword(dataDir: string): string {
  const file = join(dataDir, PASSWORD_FILE);
  if (!existsSync(file)) throw new StartError(`${file} is missing: put it back from a backup.`);
  return readFileSync(file, "utf8").trim();
}
