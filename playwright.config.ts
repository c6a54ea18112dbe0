import { defineConfig } from "@playwright/test";
import { browserPath } from "./scripts/browser.mjs";
import { hasRoomInMemory } from "./server/checks/fixtures/scratchFolder.ts";

// Kept for the workers, which load this file too: finding the browser starts it once.
process.env["HEARBACK_BROWSER"] ??= await browserPath();

const LAUNCH_ARGS = [
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

/** The browser tests: a portal of their own over an empty data folder with the demo in it, see e2e/support/runPortal.ts. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.test.ts",
  globalSetup: "./e2e/support/startPortal.ts",
  fullyParallel: true,
  // Two wait for the server and for each other a third of the time; a third one fills the gaps.
  workers: 3,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 30_000,
  expect: { timeout: 5_000 },
  reporter: "list",
  use: {
    launchOptions: {
      executablePath: process.env["HEARBACK_BROWSER"],
      args: LAUNCH_ARGS,
      ignoreDefaultArgs: (await hasRoomInMemory()) ? [KEEPS_SHARED_ON_DISK] : [],
    },
    // e2e/support/test.ts takes those of failed tests: Playwright would take one of every page, and throw away the others'.
    screenshot: "off",
  },
});
