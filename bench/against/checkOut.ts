import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../benchOptions.ts";
import { root } from "../../scripts/runtime.mjs";

/** Installs and builds a checked out version by its own scripts, which do nothing when done. */
const BUILD = `
  const { install } = await import("./scripts/install.mjs");
  const { build } = await import("./scripts/build.mjs");
  await install({ dev: false });
  await build();`;

/** A built version of the portal. */
export interface BuiltVersion {
  /** Short commit id. */
  name: string;
  /** The project folder. */
  project: string;
}

function git(...args: string[]): string {
  return execFileSync("git", ["-C", root, ...args], { encoding: "utf8" }).trim();
}

function findCommit(revision: string): string {
  try {
    return git("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  } catch (error) {
    throw new UsageError(`--against: git knows no revision ${revision}.`, { cause: error });
  }
}

/**
 * Checks out a revision into its own folder in `keep` and builds it there, unless an earlier run
 * has done so. The folder is a clone, not a worktree, so that it can be deleted without git.
 * @throws UsageError if the revision does not exist
 */
export function checkOut(revision: string, keep: string): BuiltVersion {
  const commit = findCommit(revision);
  const name = commit.slice(0, 12);
  const project = join(keep, `checkout-${name}`);
  if (!existsSync(project)) {
    mkdirSync(keep, { recursive: true });
    const draft = `${project}-${String(process.pid)}`;
    git("clone", "--quiet", "--shared", "--no-checkout", root, draft);
    execFileSync("git", ["-C", draft, "checkout", "--quiet", "--detach", commit]);
    if (existsSync(project)) rmSync(draft, { recursive: true, force: true });
    else renameSync(draft, project);
  }
  execFileSync(process.execPath, ["--input-type=module", "-e", BUILD], {
    cwd: project,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return { name, project };
}
