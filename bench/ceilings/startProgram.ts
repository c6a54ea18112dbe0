import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A child process that runs a program of the benchmark. */
export interface Program {
  readonly pid: number;
  /** Sends a message and waits for the response. @throws if the process ends before it responds */
  ask(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a program. Messages can contain buffers. @param file path relative to this folder */
export function startProgram(file: string): Program {
  const child = fork(join(import.meta.dirname, file), { serialization: "advanced" });
  const exited = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    ask: (message) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${file} ended without an answer`));
        child.once("exit", onExit);
        child.once("message", (answer) => {
          child.off("exit", onExit);
          resolve(answer);
        });
        child.send(message);
      }),
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
