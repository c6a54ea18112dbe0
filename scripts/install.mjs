import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { capture } from "./children.mjs";
import { doOnce } from "./folderLock.mjs";
import { ScriptError, root } from "./runtime.mjs";
import { step } from "./step.mjs";

function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw new ScriptError(`${file} cannot be read: ${error.message}`);
  }
}

const fits = (names, own) => names === undefined || [names].flat().includes(own);

/**
 * Whether a package of the lock file must exist. Optional packages are needed only if package.json
 * names them and they match the platform.
 */
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

/** npm writes this file at the end of a complete installation. */
const INSTALLED = "node_modules/.package-lock.json";

/** Whether all needed packages of a folder are installed. Additional packages are accepted. */
function isInstalled(folder, dev) {
  const installed = readLock(join(folder, INSTALLED));
  const lock = readLock(join(folder, "package-lock.json"));
  if (!installed || !lock) return false;
  return Object.entries(lock).every(
    ([path, entry]) =>
      !isNeeded(path, entry, lock, dev) || installed[path]?.version === entry.version,
  );
}

/** Runs npm in a folder and returns its exit code and output. */
export function runNpm(folder, args) {
  const cli = process.env.npm_execpath;
  if (cli) return capture(process.execPath, [cli, ...args], { cwd: folder });
  const windows = process.platform === "win32";
  return capture(windows ? "npm.cmd" : "npm", args, { cwd: folder, shell: windows });
}

async function installPackages(folder, dev) {
  const place = folder === root ? "" : ` in ${relative(root, folder)}`;
  const what = `Installing packages${place}${dev ? ", those for development too" : ""}`;
  await step(`${what} (about a minute, the first time only)`, async () => {
    // A killed installation leaves packages that look complete, so all packages are removed first.
    if (!existsSync(join(folder, INSTALLED)))
      rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    const kind = dev ? "--include=dev" : "--omit=dev";
    const { code, output } = await runNpm(folder, [
      "install",
      "--no-save",
      kind,
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ]);
    if (code === 0) return;
    process.stderr.write(`\n${output.trim()}\n`);
    throw new ScriptError("The packages could not be installed; see npm's output above.");
  });
}

/**
 * Installs packages if `node_modules` does not match the lock file. `npm ci` is not used: it
 * refuses a lock file without the packages of other platforms, and it reinstalls everything if a
 * few packages are missing.
 * @param dev whether to install the packages for tests and checks as well
 * @param folder the folder of package.json and the lock file
 */
export async function install({ dev, folder = root }) {
  await doOnce(
    () => isInstalled(folder, dev),
    () => installPackages(folder, dev),
  );
}
