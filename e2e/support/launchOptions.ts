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
  // Resolves custom domains. The browser itself resolves hosts under localhost.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/**
 * A flag that Playwright sets by default. With the flag, the browser stores shared memory in files
 * on the disk. Without the flag, the browser uses /dev/shm, which is faster.
 */
const SHARED_MEMORY_ON_DISK = "--disable-dev-shm-usage";

/**
 * Returns Playwright's options for starting the browser.
 * @param jsFlags flags of V8
 */
export async function launchOptions(jsFlags: string) {
  // The worker processes inherit this variable and call this function as well. Without the
  // variable, each worker would search for the browser and start it once to test it.
  process.env["HEARBACK_BROWSER"] ??= await browserPath();
  return {
    executablePath: process.env["HEARBACK_BROWSER"],
    args: [...ARGUMENTS, `--js-flags=${jsFlags}`],
    ignoreDefaultArgs: (await hasRoomInMemory()) ? [SHARED_MEMORY_ON_DISK] : [],
  };
}
