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

/** All that the portal is made of. */
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
];

/** Inside `dist`, so that it comes and goes with what it describes. */
const STAMP = "inputs.sha256";

/** Beside it: the files named by their content, a list for each of the last builds, the newest first. */
const ASSETS = "assets.json";

/** Builds whose files named by their content stay, this one among them. */
const BUILDS_KEPT = 5;

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

/** Differs for two folders of the project when anything that the portal is made of differs. */
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
  throw new ScriptError("The portal could not be built; Vite's reasons stand above.");
}

/**
 * Beside each file that pages fetch by name what it is by brotli, as small as can be: a sixth less than what a server has time for at each
 * request. Who knows no brotli gets the file as it was before, compressed on its way.
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

/**
 * What pages and servers of earlier builds still ask for: a browser that shows an old page, and a portal that runs while it is built anew,
 * load most of their files when they are first needed. Their names tell their content, so old and new ones lie side by side.
 */
function keepEarlierAssets(draft) {
  const own = ["client", "portal", "server"]
    .map((part) => `${part}/assets`)
    .filter((folder) => existsSync(join(draft, folder)))
    .flatMap((folder) => Array.from(listFiles(draft, folder)));
  const list = join(dist, ASSETS);
  const earlier = existsSync(list)
    ? JSON.parse(readFileSync(list, "utf8")).slice(0, BUILDS_KEPT - 1)
    : [];
  for (const file of new Set(earlier.flat())) {
    if (!existsSync(join(draft, file)) && existsSync(join(dist, file)))
      cpSync(join(dist, file), join(draft, file));
  }
  writeFileSync(join(draft, ASSETS), JSON.stringify([own, ...earlier]));
}

/** A build that dies leaves the old one, or none, but never half of one. */
async function buildInto(draft, hash) {
  // Nobody else builds: what is there is of builds that were killed.
  for (const left of namesIn(CACHE).filter((name) => DRAFT.test(name)))
    rmSync(join(CACHE, left), { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await runVite([], join(draft, "client"));
  await compressAssets(join(draft, "client", "assets"));
  await runVite(["--ssr", "web/app/entry-server.tsx"], join(draft, "server"));
  await runVite(["--config", "vite.server.config.ts"], join(draft, "portal"));
  keepEarlierAssets(draft);
  writeFileSync(join(draft, STAMP), hash);
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}

async function buildAnew() {
  const draft = join(CACHE, `build-${process.pid}`);
  // Before anything is read: what changes during the build is in the next one.
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

/** Builds the pages, for browser and server, and the server itself into `dist`, when something they are made of has changed. */
export async function build() {
  await doOnce(isBuilt, buildAnew);
}
