import type { IncomingMessage } from "node:http";

const WITHIN_MS = 5000;

/**
 * The moment, by `performance.now()`, at which a stream brings the next event that tells of a change. What greets and what keeps it alive is none.
 * @throws when none has come within five seconds
 */
export function nextChange(stream: IncomingMessage): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: Buffer) => {
      text += chunk.toString();
      if (!/^event: changes$/m.test(text)) return;
      stream.off("data", onData);
      clearTimeout(timer);
      resolve(performance.now());
    };
    const timer = setTimeout(() => {
      stream.off("data", onData);
      reject(new Error("No event came"));
    }, WITHIN_MS);
    stream.on("data", onData);
  });
}
