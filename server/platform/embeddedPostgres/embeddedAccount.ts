import { execFileSync, spawnSync } from "node:child_process";
import type { SpawnOptions } from "node:child_process";
import { chownSync, statSync } from "node:fs";
import type { EmbeddedBinaries } from "./embeddedBinaries.ts";
import { StartError } from "#server/platform/db/startError.ts";

/** How the programs of the database are run: PostgreSQL refuses to run as root. */
export interface EmbeddedAccount {
  /** The words of a command line that runs this program as the account. */
  command(program: string, args: readonly string[]): [string, string[]];
  /** Options of `spawn` that go with it. */
  options: Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid">;
  /** Makes a file or folder belong to the account. */
  own(path: string): void;
}

interface Ids {
  uid: number;
  gid: number;
}

/** What a root portal may lend the database, the least first, so that it reaches a folder closed to its account (`/root`, say). */
const CAPABILITIES = ["dac_read_search", "dac_override"] as const;

/** Nothing of the portal's environment, which holds secrets, but what programs need to run. */
function cleanEnvironment() {
  const kept = ["PATH", "SystemRoot", "TEMP", "TMP", "TMPDIR"];
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]));
}

function idsOf(user: string): Ids | undefined {
  const id = (flag: string) =>
    Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout || Number.NaN);
  const ids = { uid: id("-u"), gid: id("-g") };
  return Number.isInteger(ids.uid) && Number.isInteger(ids.gid) ? ids : undefined;
}

/** Whom the data belongs to already, else the system's `postgres`, else an account made for it. */
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
    // Told below: whatever went wrong, the account is missing.
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
  // Without the secure bit, access() ignores capabilities, and PostgreSQL does not find its own programs.
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

/** Whether the account can run the database and use the folder that is to hold its data. */
function works(account: EmbeddedAccount, binaries: EmbeddedBinaries, folder: string) {
  const script = 'test -x "$1" && "$1" --version >&2 && "$2" --version >&2 && cd "$3" && test -w .';
  const args = ["-c", script, "sh", binaries.postgres, binaries.initdb, folder];
  const [program, words] = account.command("/bin/sh", args);
  return spawnSync(program, words, { ...account.options, stdio: "ignore" }).status === 0;
}

/**
 * The account for the database: the portal's own, or, where that is root, one without root's rights.
 * @param folder belongs to the account afterwards; an existing cluster in `clusterDir` keeps its owner
 * @throws StartError when root's portal cannot give the account what it needs
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
  // All of it: a copy that root made of the data belongs to root.
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
