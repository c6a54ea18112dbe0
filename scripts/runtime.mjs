import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the machine's own Node must be, for these scripts. */
const OLDEST_NODE = 20;

/** What the server needs: it runs TypeScript as it stands. */
const SERVER_NODE = 24;

/** Something a person can put right; the message is one line. */
export class ScriptError extends Error {}

/** Where Node keeps what it has compiled: the portal's next start takes two thirds of the time. A folder that can't be written costs nothing. */
const COMPILED = join(root, "node_modules", ".cache", "hearback", "compiled");

/**
 * What every program of ours is started with, unless the environment says otherwise. The image sets its own (Dockerfile). glibc gives each
 * thread memory of its own to hand out, and little of it back: with two such places an idle portal holds 12 to 20 MB less.
 */
export const RUNTIME_ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILED, MALLOC_ARENA_MAX: "2" };

/**
 * How the portal is run, here and in the image: at 16 MB for what is new, collecting garbage takes as long in all as at Node's own 32, in
 * pauses two thirds as long, and a busy portal holds 25 MB less; at 8 and below, pages are drawn slower.
 */
export const PORTAL_COMMAND = ["--max-semi-space-size=16", "dist/portal/main.js"];

const major = Number(process.versions.node.split(".")[0]);

/**
 * The Node that runs the server, the build and the tests: this one when it is new enough, else the one that came with npm.
 * @throws ScriptError when there is none
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

/** Runs a script's main function; its result is the exit code. A ScriptError becomes one line and exit code 1. */
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
