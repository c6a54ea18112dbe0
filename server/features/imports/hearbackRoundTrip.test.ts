import { test } from "vitest";
import { checkRoundTrips } from "#server/checks/fixtures/imports/checkRoundTrips.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

test("importing an export into an empty company and exporting that company gives the same contents as the first export", async () => {
  await checkRoundTrips(await startTestPortal(), { numRuns: 2, seed: 1 });
});
