import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds to wait for a connection to close. After this time, the connection is left to the
 * operating system, because its other end is possibly unreachable.
 */
const CLOSING_MS = 1_000;

/**
 * Waits until connections are closed, but at most `withinMs` milliseconds. Errors are ignored; the
 * promise never rejects.
 */
export async function waitUntilClosed(
  closed: Promise<unknown>,
  withinMs = CLOSING_MS,
): Promise<void> {
  await Promise.race([closed.catch(() => undefined), sleep(withinMs, undefined, { ref: false })]);
}
