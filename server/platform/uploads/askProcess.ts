import { fork } from "node:child_process";

interface ProcessOptions {
  env?: Record<string, string>;
  /** Milliseconds after which the process is killed. */
  timeoutMs: number;
}

/** The answer of a process, or its exit code if it ended without one; null if it was killed. */
type Outcome<Answer> = { readonly answer: Answer } | { readonly exitCode: number | null };

// The process gets no other variable of this process. With the cache it starts in 12 to 40 % less
// processor time.
const { NODE_COMPILE_CACHE } = process.env;
const COMPILE_CACHE = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };

/**
 * Starts a program in a process of its own, sends it a message and returns its first message. For
 * libraries that cannot be stopped while they work.
 */
export function askProcess<Answer>(
  program: string,
  message: object,
  { env = {}, timeoutMs }: ProcessOptions,
): Promise<Outcome<Answer>> {
  const child = fork(program, {
    env: { ...COMPILE_CACHE, ...env },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  return new Promise((resolve, reject) => {
    child.once("message", (answer) => resolve({ answer: answer as Answer }));
    child.once("error", reject);
    child.once("exit", (exitCode) => {
      // The answer can arrive after the end of its process, until the channel is closed.
      const end = () => setImmediate(() => resolve({ exitCode }));
      if (child.connected) child.once("disconnect", end);
      else end();
    });
    child.send(message);
  });
}
