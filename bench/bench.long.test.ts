import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { root } from "../scripts/runtime.mjs";
import type { StatementsTask } from "./ceilings/bareStatements.ts";
import type { RecordingPortal } from "./ceilings/recordStatements.ts";
import { openRecordingPortal } from "./ceilings/recordStatements.ts";
import { startProgram } from "./ceilings/startProgram.ts";
import { loadData } from "./data/loadData.ts";
import { planCompanies } from "./data/planCompanies.ts";
import { countWritten } from "./measure/countWritten.ts";
import type { LoadResult } from "./measure/loadResult.ts";
import { requestAt, subjectAt } from "./scenarios/requestAt.ts";
import { createLargeBoards, signInAdmin } from "./noisy/noisyCompany.ts";
import type { NoiseFixtures } from "./noisy/noise.ts";
import { noises } from "./noisy/noise.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import type { BenchFixtures } from "./scenarios/createBenchFixtures.ts";
import { createBenchFixtures } from "./scenarios/createBenchFixtures.ts";

/**
 * These tests run every scenario of the benchmark on 1,000 items, so that a broken scenario fails
 * here and not in a measurement.
 */
let portal: TestPortal;
let recording: RecordingPortal;
let fixtures: BenchFixtures;
beforeAll(async () => {
  expect(
    existsSync(join(root, "dist", "server")),
    "run through npm test, which builds the pages",
  ).toBe(true);
  portal = await startTestPortal();
  const companies = planCompanies(1000);
  await loadData(portal.connectionString, companies);
  const [biggest] = companies;
  if (!biggest) throw new Error("There is no company");
  fixtures = await createBenchFixtures(portal.connectionString, biggest, 20);
  recording = await openRecordingPortal(portal.connectionString);
});
afterAll(() => recording.stop());

test("every request of the benchmark's noisy visitor gets status 200, 201 or 204, or 409 for a concurrent second export", async () => {
  const { company } = fixtures;
  const host = `company-${String(company.id)}.localhost`;
  const noise: NoiseFixtures = {
    host,
    companyId: company.id,
    quietHost: host,
    cookie: await signInAdmin(portal.connectionString, company),
    ...(await createLargeBoards(portal.connectionString, company, 2)),
  };
  let noisyTurn = 0;
  for (const { name, requestAt: noiseAt } of noises) {
    for (let n = 0; n < 5; n += 1) {
      const { status } = await recording.record(noiseAt(noise, noisyTurn++));
      expect([200, 201, 204, 409], `${name}: ${String(status)}`).toContain(status);
    }
  }
  expect(noise.boardIds).toEqual([]);
});

let turn = 7;
test.each(scenarios)(
  "requests of the scenario $name get the expected status, and the third request runs statements unless the portal caches the response",
  async (scenario) => {
    for (let time = 0; time < 3; time += 1) {
      const { status, statements } = await recording.record(requestAt(scenario, fixtures, turn++));
      expect(status).toBe(scenario.status);
      // The first two requests can fill caches, so only the third request is checked.
      if (time === 2) expect(statements.length > 0).toBe(scenario.bound !== "nothing");
    }
  },
);

test("the driver-only benchmark repeats a recorded vote for other users and items, and each repetition adds one vote", async () => {
  const vote = scenarios.find(({ name }) => name === "vote");
  if (!vote) throw new Error("There is no vote");
  const { statements } = await recording.record(requestAt(vote, fixtures, 100));
  const url = portal.connectionString;
  const before = await countWritten(url, "vote", fixtures.company.id);
  const program = startProgram("bareStatements.ts");
  try {
    const recordedFor = subjectAt(vote, fixtures, 100);
    const task = {
      url,
      scenario: "vote",
      fixtures,
      statements,
      recordedFor,
      concurrency: 2,
      seconds: 0.3,
      firstTurn: 101,
    };
    const result = (await program.ask(task satisfies StatementsTask)) as LoadResult;
    const after = await countWritten(url, "vote", fixtures.company.id);
    expect(result.errors).toBe(0);
    expect(result.answered).toBeGreaterThan(0);
    expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBe(result.answered);
    expect(after?.stored).toBe(after?.rows);
  } finally {
    await program.stop();
  }
});
