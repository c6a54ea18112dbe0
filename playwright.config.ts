import { defineConfig } from "@playwright/test";
import { launchOptions } from "./e2e/support/launchOptions.ts";
import { LEFT_OUT } from "./server/checks/fixtures/longTests.ts";

/** Tests of e2e/support/ownInstallation.ts. */
const OWN_INSTALLATION = /\/(?:providerJourney|xssSite\.long)\.test\.ts$/;

/** The browser tests. They run against a new portal with demo data (e2e/support/runPortal.ts). */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.test.ts",
  globalSetup: "./e2e/support/startPortal.ts",
  fullyParallel: true,
  // With two workers, each waits about 33 % of the time for the server and for the other worker.
  // One more worker uses this time.
  workers: 3,
  projects: [
    // One worker runs these tests in turn, because each worker starts a portal for them. They are
    // the first project, so that the other workers run the other tests at the same time.
    {
      name: "own installation",
      testMatch: OWN_INSTALLATION,
      testIgnore: LEFT_OUT,
      workers: 1,
    },
    { name: "shared portal", testIgnore: [OWN_INSTALLATION, ...LEFT_OUT] },
  ],
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  // This timeout is long enough for a busy machine. Most tests end much earlier.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    // Pages are open for seconds only. V8's two optimizing compilers would take more processor time
    // than they save.
    launchOptions: await launchOptions("--no-opt --no-maglev"),
    // e2e/support/test.ts takes screenshots of failed tests. Playwright's own screenshots are off,
    // because Playwright would take a screenshot of every page and then delete the screenshots of
    // passed tests.
    screenshot: "off",
  },
});
