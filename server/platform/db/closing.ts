import { setTimeout as sleep } from "node:timers/promises";

/** Connections that do not close by themselves are left to the system after this long: the other end may be silently gone. */
const CLOSING_MS = 1_000;

/** Waits for connections to close, whether or not they do so well, and no longer than `withinMs` milliseconds. Never rejects. */
export async function closing(closed: Promise<unknown>, withinMs = CLOSING_MS): Promise<void> {
  await Promise.race([closed.catch(() => undefined), sleep(withinMs, undefined, { ref: false })]);
}
