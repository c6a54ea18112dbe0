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
import { countWritten } from "./measure/countWritten.ts";
import type { Driven } from "./measure/driven.ts";
import { requestAt, subjectAt } from "./scenarios/requestAt.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import type { Stage } from "./scenarios/stage.ts";
import { setStage } from "./scenarios/stage.ts";

/** So that the benchmark does not rot: every scenario once, on little data. Loading recounts by itself. */
let portal: TestPortal;
let recording: RecordingPortal;
let stage: Stage;
beforeAll(async () => {
  expect(
    existsSync(join(root, "dist", "server")),
    "run through npm test, which builds the pages",
  ).toBe(true);
  portal = await startTestPortal();
  const [biggest] = await loadData(portal.connectionString, 1000);
  if (!biggest) throw new Error("There is no company");
  stage = await setStage(portal.connectionString, biggest, 20);
  recording = await openRecordingPortal(portal.connectionString);
});
afterAll(() => recording.stop());

let turn = 7;
test.each(scenarios)("$name is answered as the benchmark expects", async (scenario) => {
  for (let time = 0; time < 3; time += 1) {
    const { status, statements } = await recording.record(requestAt(scenario, stage, turn++));
    expect(status).toBe(scenario.status);
    // What is kept by then is read no more, and everything else is.
    if (time === 2) expect(statements.length > 0).toBe(scenario.bound !== "nothing");
  }
});

test("the bare driver runs a vote's statements for other users and items, and each counts", async () => {
  const vote = scenarios.find(({ name }) => name === "vote");
  if (!vote) throw new Error("There is no vote");
  const { statements } = await recording.record(requestAt(vote, stage, 100));
  const url = portal.connectionString;
  const before = await countWritten(url, "vote", stage.company.id);
  const program = startProgram("bareStatements.ts");
  try {
    const recordedFor = subjectAt(vote, stage, 100);
    const task = {
      url,
      scenario: "vote",
      stage,
      statements,
      recordedFor,
      concurrency: 2,
      seconds: 0.3,
      firstTurn: 101,
    };
    const driven = (await program.ask(task satisfies StatementsTask)) as Driven;
    const after = await countWritten(url, "vote", stage.company.id);
    expect(driven.errors).toBe(0);
    expect(driven.answered).toBeGreaterThan(0);
    expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBe(driven.answered);
    expect(after?.stored).toBe(after?.rows);
  } finally {
    await program.stop();
  }
});
