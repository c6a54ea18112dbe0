import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { capture } from "./children.mjs";
import { CACHE, doOnce, namesIn } from "./folderLock.mjs";
import { ScriptError, findRuntime, root } from "./runtime.mjs";
import { step } from "./step.mjs";
import { keepUsedRules, listVisitorsChunks } from "./visitorsStyles.mjs";

/** All inputs of the build. */
export const INPUTS = [
  "web",
  "contract",
  "server",
  "vite.config.ts",
  "vite.server.config.ts",
  "tsconfig.base.json",
  "package.json",
  "package-lock.json",
  "scripts/build.mjs",
  "scripts/buildPortal.mjs",
  "scripts/visitorsStyles.mjs",
];

/** File in `dist` that contains the hash of the inputs. */
const STAMP = "inputs.sha256";

/**
 * File that lists the files with a content hash in their name: one list per recent build, newest
 * first.
 */
const ASSETS = "assets.json";

/** Number of builds whose hashed files remain available, including the current one. */
const STORED_BUILDS = 5;

/** The stylesheet of visitors' pages, below `dist/client`. */
export const VISITORS_STYLES = ".vite/visitors.css";

const DRAFT = /^build-/;

const dist = join(root, "dist");

const compress = promisify(brotliCompress);

function* listFiles(folder, path) {
  const entries = readdirSync(join(folder, path), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(folder, child);
    else if (!/\.test\.tsx?$/.test(child)) yield child;
  }
}

/** Returns a hash of all build inputs in a project folder, without the test files. */
export function hashInputs(folder) {
  const hash = createHash("sha256");
  for (const input of INPUTS) {
    const files = input.includes(".") ? [input] : listFiles(folder, input);
    for (const file of files)
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(folder, file)))
        .update("\0");
  }
  return hash.digest("hex");
}

async function runVite(args, outDir) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const { code, output } = await capture(
    findRuntime(),
    [vite, "build", ...args, "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"],
    { env: { ...process.env, NODE_ENV: "production" } },
  );
  if (code === 0) return;
  process.stderr.write(`\n${output.trim()}\n`);
  throw new ScriptError("The portal could not be built; see Vite's output above.");
}

/**
 * Writes a Brotli file at maximum level next to each script and style sheet. Lower levels are fast
 * enough for compressing each response, but the Brotli files at maximum level are a sixth smaller.
 * Clients without Brotli get the original file, which is compressed for each request.
 */
async function compressAssets(folder) {
  const names = readdirSync(folder).filter((name) => /\.(?:css|js)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      writeFileSync(`${path}.br`, await compress(readFileSync(path)));
    }),
  );
}

/** Writes the stylesheet that is inlined into visitors' pages, next to the manifest. */
function writeVisitorsStyles(client) {
  const manifest = JSON.parse(readFileSync(join(client, ".vite", "manifest.json"), "utf8"));
  const read = (key) => readFileSync(join(client, manifest[key].file), "utf8");
  const scripts = listVisitorsChunks(manifest).map(read).join("\n");
  writeFileSync(join(client, VISITORS_STYLES), keepUsedRules(read("style.css"), scripts));
}

/**
 * Copies hashed files of earlier builds, because open pages and a running portal load most files on
 * demand, even after a new build.
 */
function copyEarlierAssets(draft) {
  const own = ["client", "portal", "server"]
    .map((part) => `${part}/assets`)
    .filter((folder) => existsSync(join(draft, folder)))
    .flatMap((folder) => Array.from(listFiles(draft, folder)));
  const list = join(dist, ASSETS);
  const earlier = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8")).slice(0, STORED_BUILDS - 1)
    : [];
  for (const file of new Set(earlier.flat())) {
    if (!existsSync(join(draft, file)) && existsSync(join(dist, file)))
      cpSync(join(dist, file), join(draft, file));
  }
  writeFileSync(join(draft, ASSETS), JSON.stringify([own, ...earlier]));
}

/**
 * Builds in a draft folder and then renames it. An interrupted build leaves the previous build or
 * no build, but never an incomplete build.
 */
async function buildInto(draft, hash) {
  // The lock excludes concurrent builds, so these folders are remains of killed builds.
  for (const left of namesIn(CACHE).filter((name) => DRAFT.test(name)))
    rmSync(join(CACHE, left), { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await runVite([], join(draft, "client"));
  writeVisitorsStyles(join(draft, "client"));
  await compressAssets(join(draft, "client", "assets"));
  await runVite(["--ssr", "web/app/entry-server.tsx"], join(draft, "server"));
  await runVite(["--config", "vite.server.config.ts"], join(draft, "portal"));
  copyEarlierAssets(draft);
  writeFileSync(join(draft, STAMP), hash);
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

async function rebuild() {
  const draft = join(CACHE, `build-${process.pid}`);
  // The inputs are hashed before the build reads them, so that a change during the build causes
  // another build.
  const hash = hashInputs(root);
  try {
    await step("Building the portal", () => buildInto(draft, hash));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function isBuilt() {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hashInputs(root);
}

/** Builds client, page renderer and server into `dist` if an input has changed. */
export async function build() {
  await doOnce(isBuilt, rebuild);
}
