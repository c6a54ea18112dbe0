import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/runtime.mjs";
import { captureResponse } from "../ceilings/captureResponse.ts";
import { read } from "../scenarios/requests.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { copyOf, extendSessions, ownData } from "./keptData.ts";
import { compareVersions } from "./measureAgainst.ts";
import { startVersion } from "./runningVersion.ts";

const keep = mkdtempSync(join(tmpdir(), "hearback-against-"));
beforeAll(() => {
  expect(
    existsSync(join(root, "dist", "server")),
    "run through npm test, which builds the pages",
  ).toBe(true);
});
afterAll(() => rmSync(keep, { recursive: true, force: true }));

const OPTIONS = { keep, items: 500, oneCompany: true, connections: 2, pairs: 1, log: () => {} };

const LIST: Scenario = {
  name: "list",
  title: "List",
  status: 200,
  bound: "statements",
  request: () => read("/api/feedback?sort=date"),
};

test("a comparison of this version with itself counts the same statements on both sides, and skips what the other version does not serve", async () => {
  const vote = scenarios.filter(({ name }) => name === "vote");
  const unserved: Scenario = { ...LIST, name: "unserved", status: 201 };
  const report = await compareVersions(OPTIONS, { name: "itself", project: root }, [
    ...vote,
    unserved,
  ]);
  const row = report.split("\n").find((line) => line.startsWith("| vote |"));
  const [now = 0, before = 0] = row?.split(" | ")[8]?.split(" : ").map(Number) ?? [];
  expect(now).toBeGreaterThan(1);
  expect(Math.abs(now - before)).toBeLessThan(1);
  expect(report).toContain("Not served by itself: unserved.");
  expect(readdirSync(keep).filter((name) => /^run-|draft/.test(name))).toEqual([]);
});

test("a version is drained when its comments have notified the follower of their item", async () => {
  const { folder, fixtures } = await ownData(OPTIONS);
  const version = await startVersion(
    { name: "this", project: root },
    copyOf(folder, join(keep, "run")),
  );
  const client = new pg.Client({ connectionString: version.url });
  await client.connect();
  try {
    await extendSessions(version.url);
    const [follower] = fixtures.users;
    const itemId = fixtures.itemIds[0] ?? 0;
    const comment = scenarios.find(({ name }) => name === "comment");
    if (!follower || !comment) throw new Error("There is nobody to comment");
    await client.query(
      "insert into follow (company_id, feedback_id, user_id, level) values ($1, $2, $3, 'all')",
      [fixtures.company.id, itemId, follower.id],
    );
    const onItem = { ...fixtures, itemIds: [itemId] };
    const sent = Array.from({ length: 20 }, (_, n) =>
      captureResponse(version.port, requestAt(comment, onItem, n + 1)),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    await version.untilDrained();
    const { rowCount } = await client.query(
      `select from notification n join activity a on a.company_id = n.company_id and a.id = n.activity_id
       where n.user_id = $1 and a.feedback_id = $2 and a.kind = 'comment_added'`,
      [follower.id, itemId],
    );
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 201));
    expect(rowCount).toBe(20);
  } finally {
    await client.end();
    await version.stop();
  }
});
