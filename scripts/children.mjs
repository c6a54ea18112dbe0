import { spawn } from "node:child_process";
import { root } from "./runtime.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** How long a child may take to act on the Ctrl-C that its terminal sent it as well. */
const TERMINAL_GRACE_MS = 2_000;

const SIGNAL_EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

function exitCode(code, signal) {
  return signal === null ? (code ?? 1) : (SIGNAL_EXIT_CODES[signal] ?? 1);
}

/**
 * Hands over to a program: it has the terminal, gets the signals that reach this process, and its exit code is the result. This process
 * never ends first. A Ctrl-C on a terminal reaches the child by itself, so it is passed on only when the child seems not to have heard it.
 * The child's channel to us closes when we are killed.
 */
export function handOver(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  const passedOn = new Set();
  const timers = [];
  const passOn = (signal) => {
    if (passedOn.has(signal)) return;
    passedOn.add(signal);
    const pause = signal === "SIGINT" && process.stdin.isTTY ? TERMINAL_GRACE_MS : 0;
    timers.push(setTimeout(() => child.kill(signal), pause));
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise((done, fail) => {
    child.once("error", fail);
    child.once("exit", (code, signal) => {
      for (const timer of timers) clearTimeout(timer);
      for (const name of SIGNALS) process.off(name, passOn);
      done(exitCode(code, signal));
    });
  });
}

/** Runs a program to its end and keeps what it prints. An own signal ends it too. */
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
