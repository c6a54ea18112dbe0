import type { LoadResult } from "../measure/loadResult.ts";
import type { BenchResults, ScenarioResult } from "../measure/results.ts";
import { table } from "./table.ts";

const HEAD = [
  "What visitors do",
  "requests/s",
  "p50 ms",
  "p99 ms",
  "errors",
  "portal cores",
  "PostgreSQL cores",
  "portal MB",
  "answer kB",
  "bare HTTP/s",
  "share",
  "bare work/s",
  "share",
];

const whole = (value: number) => Math.round(value).toLocaleString("en");

function ceilingCells(portal: LoadResult, bare: LoadResult | undefined): [string, string] {
  if (!bare) return ["", ""];
  return [
    whole(bare.requestsPerSecond),
    `${((portal.requestsPerSecond / bare.requestsPerSecond) * 100).toFixed(0)} %`,
  ];
}

function row({ title, portal, bareHttp, bareWork, answerBytes }: ScenarioResult): string[] {
  return [
    title,
    whole(portal.requestsPerSecond),
    portal.p50.toFixed(1),
    portal.p99.toFixed(1),
    whole(portal.errors),
    portal.portalCores.toFixed(2),
    portal.postgresCores.toFixed(2),
    whole(portal.residentBytes / 1e6),
    (answerBytes / 1000).toFixed(1),
    ...ceilingCells(portal, bareHttp),
    ...ceilingCells(portal, bareWork),
  ];
}

/** Returns all scenarios with their ceilings, as Markdown. */
export function scenarioTable({ scenarios }: BenchResults): string {
  return table(HEAD, scenarios.map(row));
}
