import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./children.mjs";
import { doOnce } from "./folderLock.mjs";
import { ScriptError, root } from "./runtime.mjs";
import { step } from "./step.mjs";

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new ScriptError(`${file} cannot be read: ${error.message}`);
  }
}

const fits = (names, own) => names === undefined || [names].flat().includes(own);

/** Whether a package of the lock file has to be there: optional ones only where we ask for them ourselves and they fit the machine. */
function isNeeded(path, entry, lock, dev) {
  if (path === "" || (!dev && (entry.dev || entry.devOptional))) return false;
  if (!entry.optional) return true;
  const name = path.slice("node_modules/".length);
  return (
    name in (lock[""].optionalDependencies ?? {}) &&
    fits(entry.os, process.platform) &&
    fits(entry.cpu, process.arch)
  );
}

/** What npm writes when an installation is complete. */
const INSTALLED = "node_modules/.package-lock.json";

/** More than needed is fine. */
function isInstalled(dev) {
  const installed = readLock(INSTALLED);
  const lock = readLock("package-lock.json");
  if (!installed || !lock) return false;
  return Object.entries(lock).every(
    ([path, entry]) =>
      !isNeeded(path, entry, lock, dev) || installed[path]?.version === entry.version,
  );
}

function runNpm(args) {
  const cli = process.env.npm_execpath;
  if (cli) return capture(process.execPath, [cli, ...args]);
  const windows = process.platform === "win32";
  return capture(windows ? "npm.cmd" : "npm", args, { shell: windows });
}

async function installPackages(dev) {
  const what = dev ? "Installing packages, those for development too" : "Installing packages";
  await step(`${what} (about a minute, the first time only)`, async () => {
    // An installation that was killed leaves packages that look whole and are not.
    if (!existsSync(join(root, INSTALLED)))
      rmSync(join(root, "node_modules"), { recursive: true, force: true });
    const kind = dev ? "--include=dev" : "--omit=dev";
    const { code, output } = await runNpm([
      "install",
      "--no-save",
      kind,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ]);
    if (code === 0) return;
    process.stderr.write(`\n${output.trim()}\n`);
    throw new ScriptError("The packages could not be installed; npm's reasons stand above.");
  });
}

/**
 * Makes `node_modules` what the lock file says, when it is not. Not by `npm ci`: that one refuses a lock file that lacks the packages of
 * some other platform, and starts from nothing where only a few packages are missing.
 * @param dev with what tests and checks need
 */
export async function install({ dev }) {
  await doOnce(
    () => isInstalled(dev),
    () => installPackages(dev),
  );
}
