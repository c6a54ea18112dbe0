import { spawn } from "node:child_process";
import { RUNTIME_ENVIRONMENT, findRuntime, root } from "./runtime.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Equal signals within this many milliseconds are treated as one signal, because the terminal, npm
 * and npm's parent processes each pass on a single Ctrl-C.
 */
const SAME_SIGNAL_MS = 1_000;

const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

function exitCode(code, signal) {
  return signal === null ? (code ?? 1) : (SIGNAL_EXIT_CODES[signal] ?? 1);
}

/** Milliseconds between two checks of whether npm, which has started this script, still runs. */
const PARENT_CHECK_MS = 500;

/**
 * Calls `onEnd` once if this script was started by npm and npm's shell has ended. A killed npm ends
 * its shell without a signal to the script.
 * @returns a function that ends the checks
 */
function watchNpm(onEnd) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_CHECK_MS);
  return () => clearInterval(timer);
}

/**
 * Runs a Node program in the foreground and returns its exit code. The program has its own session,
 * so that it gets each signal only once, from this process. A second Ctrl-C is passed on again. If
 * this process or npm is killed, the program gets SIGTERM.
 */
export function handOver(args, env = {}) {
  const child = spawn(findRuntime(), ["--import", "./scripts/endWithParent.mjs", ...args], {
    cwd: root,
    detached: process.platform !== "win32",
    env: {
      ...RUNTIME_ENVIRONMENT,
      ...process.env,
      ...env,
      HEARBACK_STARTED_BY: String(process.pid),
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const passedAt = new Map();
  const passOn = (signal) => {
    const now = performance.now();
    if (now - (passedAt.get(signal) ?? -SAME_SIGNAL_MS) < SAME_SIGNAL_MS) return;
    passedAt.set(signal, now);
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  const endWatch = watchNpm(() => child.kill("SIGTERM"));
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      endWatch();
      for (const name of SIGNALS) process.off(name, passOn);
      done(exitCode(code, signal));
    });
  });
}

/** Runs a program and returns its exit code and output. */
export function capture(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  const keep = (chunk) => (output += String(chunk));
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("close", (code, signal) => done({ code: exitCode(code, signal), output }));
  });
}
