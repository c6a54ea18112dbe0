import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../scripts/runtime.mjs";
import type { Scenario } from "../scenarios/scenario.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { compareVersions } from "./measureAgainst.ts";

const keep = mkdtempSync(join(tmpdir(), "hearback-against-"));
afterAll(() => rmSync(keep, { recursive: true, force: true }));

const OPTIONS = { keep, items: 500, oneCompany: true, connections: 2, pairs: 1, log: () => {} };

test("a comparison of this version with itself counts the same statements on both sides, with the deferred work of a comment, and skips what the other version does not serve", async () => {
  expect(
    existsSync(join(root, "dist", "server")),
    "run through npm test, which builds the pages",
  ).toBe(true);
  const chosen = scenarios.filter(({ name }) => ["list-api", "comment"].includes(name));
  const unserved = chosen.slice(0, 1).map((scenario): Scenario => {
    return { ...scenario, name: "unserved", status: 201 };
  });
  const other = { name: "itself", project: root };
  const report = await compareVersions(OPTIONS, other, [...chosen, ...unserved]);

  const cells = (name: string) =>
    report
      .split("\n")
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split(" | ")
      .slice(8, 9);
  expect(cells("list-api")).toEqual(["2.0 : 2.0"]);
  expect(report).toContain("Not served by itself: unserved.");
  expect(readdirSync(keep).filter((name) => /^run-|draft/.test(name))).toEqual([]);
});
