import type { IncomingMessage } from "node:http";

const WITHIN_MS = 5000;

/**
 * Waits for the stream's next change event and returns its time (`performance.now()`). Ignores
 * heartbeats and other events.
 * @throws after five seconds without a change event
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
