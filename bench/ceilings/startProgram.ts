import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A child process that runs a program of this folder. */
export interface Program {
  readonly pid: number;
  /** Sends a message and waits for the response. @throws if the process ends instead */
  ask(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts a program of this folder. Messages may contain buffers. */
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
