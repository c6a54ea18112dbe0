import { spawn } from "node:child_process";
import { RUNTIME_ENVIRONMENT, findRuntime, root } from "./runtime.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** One Ctrl-C comes several times: from the terminal, from npm, from whoever started that. */
const SAME_SIGNAL_MS = 1_000;

const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

function exitCode(code, signal) {
  return signal === null ? (code ?? 1) : (SIGNAL_EXIT_CODES[signal] ?? 1);
}

/**
 * Hands over to a program for Node: its exit code is the result, and this process does not end before it. It runs in a session of its own,
 * so that signals reach it through us alone, and each but once; a deliberate second Ctrl-C is passed on again. When we are killed, it is
 * told to stop.
 * @param output a descriptor for all that it prints, should it not be seen at once
 */
export function handOver(args, env = {}, output = "inherit") {
  const child = spawn(findRuntime(), ["--import", "./scripts/endWithParent.mjs", ...args], {
    cwd: root,
    detached: process.platform !== "win32",
    env: {
      ...RUNTIME_ENVIRONMENT,
      ...process.env,
      ...env,
      HEARBACK_STARTED_BY: String(process.pid),
    },
    stdio: ["ignore", output, output, "ipc"],
  });
  const passedAt = new Map();
  const passOn = (signal) => {
    const now = performance.now();
    if (now - (passedAt.get(signal) ?? -SAME_SIGNAL_MS) < SAME_SIGNAL_MS) return;
    passedAt.set(signal, now);
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      for (const name of SIGNALS) process.off(name, passOn);
      done(exitCode(code, signal));
    });
  });
}

/** Runs a program to its end and keeps what it prints. */
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
