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
  // Custom domains of the tests; hosts under localhost find their way by themselves.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
];

/** Without it the browser keeps what its processes share in /dev/shm, and makes no file on the disk for each of a page's tiles. */
const KEEPS_SHARED_ON_DISK = "--disable-dev-shm-usage";

/** How Playwright starts the browser of all tests. */
export async function launchOptions() {
  // Kept for the workers, which load their configuration too: finding the browser starts it once.
  process.env["HEARBACK_BROWSER"] ??= await browserPath();
  return {
    executablePath: process.env["HEARBACK_BROWSER"],
    args: ARGUMENTS,
    ignoreDefaultArgs: (await hasRoomInMemory()) ? [KEEPS_SHARED_ON_DISK] : [],
  };
}
