import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A program of this folder in a process of its own. */
export interface Program {
  readonly pid: number;
  /** Sends a message and waits for the answer. @throws when the program ends instead */
  ask(message: object): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts `file` of this folder. What it is asked may hold buffers. */
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
