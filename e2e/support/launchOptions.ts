import { hasRoomInMemory } from "#server/checks/fixtures/scratchFolder.ts";
import { browserPath } from "../../scripts/browser.mjs";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages live for seconds, and optimising their code takes more processor time than it saves.
  "--js-flags=--no-opt",
  // Resolves custom domains. The browser itself resolves hosts under localhost.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/**
 * Makes the browser put shared memory into files on the disk. Playwright sets this flag. Without
 * the flag, the browser uses /dev/shm, which is faster.
 */
const SHARED_MEMORY_ON_DISK = "--disable-dev-shm-usage";

/** Returns Playwright's options for starting the browser. */
export async function launchOptions() {
  // Each worker process calls this function again. The variable spares the workers the search for
  // the browser, in which the browser is started once.
  process.env["HEARBACK_BROWSER"] ??= await browserPath();
  return {
    executablePath: process.env["HEARBACK_BROWSER"],
    args: ARGUMENTS,
    ignoreDefaultArgs: (await hasRoomInMemory()) ? [SHARED_MEMORY_ON_DISK] : [],
  };
}
