import { test } from "vitest";
import { checkRoundTrips } from "#server/checks/fixtures/imports/checkRoundTrips.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

test(
  "importing exports of 200 randomly changed companies into empty companies and exporting these gives the same contents",
  async () => {
    await checkRoundTrips(await startTestPortal(), { numRuns: 200 });
  },
  LONG_TIMEOUT,
);
