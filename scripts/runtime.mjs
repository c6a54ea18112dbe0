import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Oldest Node version that can run these scripts. */
const OLDEST_NODE = 20;

/**
 * Oldest Node version that can run the server, the build and the tests. The tests run the
 * TypeScript sources without a build step.
 */
const SERVER_NODE = 24;

/** An error that the user can resolve. The message is one line. */
export class ScriptError extends Error {}

/**
 * Node's compile cache. It reduces the portal's start time by a third. If the folder is not
 * writable, Node starts without a cache.
 */
const COMPILED = join(root, "node_modules", ".cache", "hearback", "compiled");

/**
 * Default environment of the programs that scripts run in the foreground, such as the portal. The
 * container image sets its own environment (Dockerfile). With two glibc malloc arenas instead of
 * one per thread, an idle portal uses 12 to 20 MB less memory.
 */
export const RUNTIME_ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILED, MALLOC_ARENA_MAX: "2" };

/**
 * The arguments with which `npm start` and the container image start the portal in Node. With
 * semi-spaces of 8 MB instead of 16 MB, requests need a tenth more processor time, because garbage
 * is collected more often. `--expose-gc` lets the portal return the memory of its start
 * (`releaseStartMemory` in server/app/main.ts).
 *
 * Pretenuring lets V8 allocate what a function creates among the old objects if its first results
 * lived long. The contexts of requests then stay until the next full collection: after 60 s of load
 * the heap was 182 MB instead of 116 MB, and a request took 6 % more processor time.
 */
export const PORTAL_COMMAND = [
  "--max-semi-space-size=16",
  "--no-allocation-site-pretenuring",
  "--expose-gc",
  "dist/portal/main.js",
];

const major = Number(process.versions.node.split(".")[0]);

/**
 * Returns the path of Node for server, build and tests: the current Node if it is recent enough,
 * otherwise the Node of the npm package.
 * @throws ScriptError if neither is available
 */
export function findRuntime() {
  if (major >= SERVER_NODE) return process.execPath;
  const packaged = join(
    root,
    "node_modules",
    `node-${process.platform}-${process.arch}`,
    "bin",
    "node",
  );
  if (existsSync(packaged)) return packaged;
  throw new ScriptError(
    `Hearback needs Node ${SERVER_NODE} on ${process.platform}-${process.arch}; this is ${process.versions.node}. Get it from https://nodejs.org.`,
  );
}

/**
 * Runs the main function of a script. The function's result is the exit code. A ScriptError prints
 * one line and sets exit code 1.
 */
export async function runScript(main) {
  try {
    if (major < OLDEST_NODE) {
      throw new ScriptError(
        `Hearback needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}. Get it from https://nodejs.org.`,
      );
    }
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof ScriptError ? error.message : error);
    process.exitCode = 1;
  }
}
