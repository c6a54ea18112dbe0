import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const READY_WITHIN_MS = 60_000;

/** A program that runs until it is stopped. */
export interface Program {
  /** Returns everything that the program has printed. */
  output(): string;
  isRunning(): boolean;
  /**
   * Waits until the program has ended.
   * @returns the exit code, or null if a signal ended the program
   */
  ended(): Promise<number | null>;
  /** Sends SIGTERM and waits until the program has ended. */
  stop(): Promise<number | null>;
}

interface Start {
  command: readonly [string, ...string[]];
  env?: Record<string, string>;
  /** File for the program's output. */
  log: string;
  /** The program is ready when this port accepts connections. */
  listens: { address: string; port: number };
}

/**
 * Starts a program and waits until it listens.
 * @throws Error with the program's output if the program ends before it listens, or does not listen
 * in time
 */
export async function startProgram({ command, env, log, listens }: Start): Promise<Program> {
  const file = openSync(log, "w");
  const [name, ...args] = command;
  const child = spawn(name, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", file, file],
  });
  closeSync(file);
  const output = () => readFileSync(log, "utf8");
  const isRunning = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const exited = once(child, "exit");
  exited.catch(() => undefined);
  const ended = async () => {
    if (isRunning()) await exited;
    return child.exitCode;
  };
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isListening(listens))) {
    if (!isRunning() || Date.now() > deadline)
      throw new Error(`${name} did not start: ${output().slice(-2_000)}`);
    await sleep(50);
  }
  return {
    output,
    isRunning,
    ended,
    stop: async () => {
      child.kill("SIGTERM");
      return ended();
    },
  };
}

async function isListening({ address, port }: Start["listens"]): Promise<boolean> {
  const socket = connect(port, address);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
