import { execFileSync, spawnSync } from "node:child_process";
import type { SpawnOptions } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import type { EmbeddedBinaries } from "./embeddedBinaries.ts";
import { StartError } from "#server/platform/db/startError.ts";

/** The operating system account that runs PostgreSQL, which refuses to run as root. */
export interface EmbeddedAccount {
  /** Returns the command line that runs a program as the account. */
  command(program: string, args: readonly string[]): [string, string[]];
  /** Options of `spawn` that belong to the command line. */
  options: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid">;
  /** Makes the account the owner of a file or folder. */
  own(path: string): void;
}

interface Ids {
  uid: number;
  gid: number;
}

/**
 * Capabilities that a portal running as root can pass to the database process, the weakest first.
 * With these capabilities, the process can use a data folder below a folder that its account is not
 * allowed to enter, such as `/root`.
 */
const CAPABILITIES = ["dac_read_search", "dac_override"] as const;

/**
 * Returns only the variables that programs need to run, because the portal's environment contains
 * secrets.
 */
function cleanEnvironment() {
  const names = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

function idsOf(user: string): Ids | undefined {
  const id = (flag: string) =>
    Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout || Number.NaN);
  const ids = { uid: id("-u"), gid: id("-g") };
  return Number.isInteger(ids.uid) && Number.isInteger(ids.gid) ? ids : undefined;
}

/**
 * Chooses the owner of existing data, unless root owns the data. Otherwise chooses the system
 * account `postgres` or `hearback-postgres`, and creates the latter if neither exists.
 */
function chooseIds(clusterDir: string): Ids {
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return owner;
  const found = idsOf("postgres") ?? idsOf("hearback-postgres");
  if (found) return found;
  try {
    const options = [
      "--system",
      "--user-group",
      "--no-create-home",
      "--shell",
      "/usr/sbin/nologin",
    ];
    execFileSync("useradd", [...options, "hearback-postgres"], { stdio: "ignore" });
  } catch {
    // The error is ignored here, because the error below says that the account is missing.
  }
  const made = idsOf("hearback-postgres");
  if (made) return made;
  throw new StartError(
    "PostgreSQL does not run as root, and no account could be made for it: start the portal as another user.",
  );
}

function accountWith(ids: Ids, capability?: string): EmbeddedAccount {
  const base = { cwd: "/", env: cleanEnvironment() };
  const own = (path: string) => chownSync(path, ids.uid, ids.gid);
  if (capability === undefined) {
    return { command: (program, args) => [program, [...args]], options: { ...base, ...ids }, own };
  }
  // Without the secure bit `no_setuid_fixup`, access() ignores capabilities and PostgreSQL does not
  // find its own programs.
  const prefix = [
    `--reuid=${String(ids.uid)}`,
    `--regid=${String(ids.gid)}`,
    "--clear-groups",
    "--securebits=+no_setuid_fixup",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    "--",
  ];
  return {
    command: (program, args) => ["setpriv", [...prefix, program, ...args]],
    options: base,
    own,
  };
}

/** Whether the account can run the database and write to the database's folder. */
function works(account: EmbeddedAccount, binaries: EmbeddedBinaries, folder: string) {
  const script = 'test -x "$1" && "$1" --version >&2 && "$2" --version >&2 && cd "$3" && test -w .';
  const args = ["-c", script, "sh", binaries.postgres, binaries.initdb, folder];
  const [program, words] = account.command("/bin/sh", args);
  return spawnSync(program, words, { ...account.options, stdio: "ignore" }).status === 0;
}

/**
 * Chooses the account for the database: the portal's own account, or an unprivileged account if the
 * portal runs as root.
 * @param clusterDir the owner of an existing cluster in this folder is chosen, unless it is root
 * @param folder the account becomes the owner of this folder if root owns it
 * @throws StartError if the portal runs as root and cannot give the account access
 */
export function chooseAccount(
  binaries: EmbeddedBinaries,
  clusterDir: string,
  folder: string,
): EmbeddedAccount {
  if (process.getuid?.() !== 0) {
    return {
      command: (program, args) => [program, [...args]],
      options: { env: cleanEnvironment() },
      own: () => {},
    };
  }
  const ids = chooseIds(clusterDir);
  // The owner is changed recursively, because all files belong to root if root has copied the
  // folder.
  if (statSync(folder).uid === 0)
    execFileSync("chown", ["-R", `${String(ids.uid)}:${String(ids.gid)}`, folder]);
  for (const capability of [undefined, ...CAPABILITIES]) {
    const account = accountWith(ids, capability);
    if (works(account, binaries, folder)) return account;
  }
  throw new StartError(
    `PostgreSQL does not run as root, and its account cannot reach ${folder}: move the portal and its data out of folders that only root can enter, or start it as another user.`,
  );
}
