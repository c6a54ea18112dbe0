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
  // For custom domains. The browser resolves hosts under localhost by itself.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/**
 * Makes the browser put shared memory into files on the disk. Playwright sets this flag; without
 * it, the browser uses /dev/shm, which is faster.
 */
const SHARED_MEMORY_ON_DISK = "--disable-dev-shm-usage";

/** Playwright's options for starting the browser. */
export async function launchOptions() {
  // Workers load the configuration again. The variable saves them the search for the browser, which
  // starts it once.
  process.env["HEARBACK_BROWSER"] ??= await browserPath();
  return {
    executablePath: process.env["HEARBACK_BROWSER"],
    args: ARGUMENTS,
    ignoreDefaultArgs: (await hasRoomInMemory()) ? [SHARED_MEMORY_ON_DISK] : [],
  };
}
