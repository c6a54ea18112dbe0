import type { BenchResults, ScenarioResult } from "../measure/results.ts";

/** A performance target and its evaluation. */
export interface Target {
  text: string;
  /**
   * Returns the measured value as text and whether it meets the target. Returns undefined if the
   * run did not measure the value.
   */
  judge: (results: BenchResults) => { found: string; isMet: boolean } | undefined;
}

const MEGABYTE = 1_000_000;
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

function ofScenario(
  name: string,
  judge: (result: ScenarioResult) => { found: string; isMet: boolean } | undefined,
): Target["judge"] {
  return ({ scenarios }) => {
    const result = scenarios.find((scenario) => scenario.name === name);
    return result && judge(result);
  };
}

function shareOf(name: string, ceiling: "bareHttp" | "bareWork", atLeast: number): Target["judge"] {
  return ofScenario(name, ({ portal, [ceiling]: bare }) => {
    if (!bare) return undefined;
    const share = portal.requestsPerSecond / bare.requestsPerSecond;
    return { found: percent(share), isMet: share >= atLeast };
  });
}

function p99AtMost(name: string, most: number): Target["judge"] {
  return ofScenario(name, ({ portal: { p99 } }) => ({
    found: `${p99.toFixed(1)} ms`,
    isMet: p99 <= most,
  }));
}

/** Judges the growth of p50 from the first to the last number of items. */
function growthOf(names: readonly string[], atMost: number): Target["judge"] {
  return ({ growth = [] }) => {
    const [first, last] = [growth[0], growth.at(-1)];
    if (!first || !last || first === last) return undefined;
    const ratios = names.map(
      (name) => [name, (last.p50[name] ?? NaN) / (first.p50[name] ?? NaN)] as const,
    );
    return {
      found: ratios.map(([name, ratio]) => `${name} ${ratio.toFixed(2)}×`).join(", "),
      isMet: ratios.every(([, ratio]) => ratio <= atMost),
    };
  };
}

function bytesAtMost(bytes: number | undefined, most: number) {
  if (bytes === undefined) return undefined;
  return { found: `${(bytes / MEGABYTE).toFixed(0)} MB`, isMet: bytes <= most * MEGABYTE };
}

/** Judges a number of rows or records per second. */
function judgeRate(rate: number, target: number) {
  return { found: `${rate.toFixed(0)} a second`, isMet: rate >= target };
}

export const targets: readonly Target[] = [
  {
    text: "Cached anonymous page: at least 60 % of a bare node:http server",
    judge: shareOf("list-page", "bareHttp", 0.6),
  },
  {
    text: "List, API, uncached: at least 40 % of its statements over the bare driver",
    judge: shareOf("list-api", "bareWork", 0.4),
  },
  {
    text: "List, API, cached, 32 connections: p99 at most 20 ms",
    judge: p99AtMost("list-api-kept-32", 20),
  },
  {
    text: "List, API, uncached, 32 connections: p99 at most 20 ms",
    judge: p99AtMost("list-api-32", 20),
  },
  {
    text: "Vote: at least 50 % of its statements over the bare driver",
    judge: shareOf("vote", "bareWork", 0.5),
  },
  {
    text: "Rendered pages: at least 600 per second and core of the portal",
    judge: ofScenario("list-page-drawn", ({ portal }) => {
      const rate = portal.requestsPerSecond / portal.portalCores;
      return { found: `${rate.toFixed(0)} per second and core`, isMet: rate >= 600 };
    }),
  },
  {
    text: "Every acknowledged vote is counted once",
    judge: ofScenario("vote", ({ written }) => {
      if (!written) return undefined;
      const { answered, sent, rows, stored } = written;
      return {
        found: `${String(answered)} acknowledged, ${String(rows)} rows and ${String(stored)} more votes`,
        isMet: rows === stored && rows >= answered && rows <= sent,
      };
    }),
  },
  {
    text: "Votes of a company whose webhook gets them: at least 0.9 of the rate without a webhook",
    judge: ({ webhook }) =>
      webhook && { found: webhook.ratios.rate.toFixed(2), isMet: webhook.ratios.rate >= 0.9 },
  },
  {
    text: "From 1,000 to 1,000,000 items, p50 of list, board, detail, deep page and vote: at most 1.5×",
    judge: growthOf(["list-api", "board-api", "detail-api", "deep-page-api", "vote"], 1.5),
  },
  {
    text: "From 1,000 to 1,000,000 items, p50 of search: at most 3×",
    judge: growthOf(["search-hit", "search-miss"], 3),
  },
  {
    text: "Memory of an idle portal: at most 160 MB",
    judge: ({ idle }) => bytesAtMost(idle?.afterStart, 160),
  },
  {
    text: "Time from start to first page without PostgreSQL's start: at most 1 s",
    judge: ({ idle }) =>
      idle && { found: `${idle.startedWithin.toFixed(0)} ms`, isMet: idle.startedWithin <= 1000 },
  },
  {
    text: "Export: at least 12,000 rows a second, which is 1.4 million in 2 minutes",
    judge: ({ export: made }) => made && judgeRate(made.rows / made.seconds, 12_000),
  },
  {
    text: "Memory of a portal that exports: under 300 MB",
    judge: ({ export: made }) => bytesAtMost(made?.peakBytes, 300),
  },
  {
    text: "Dry run of an import: at least 23,333 records a second, which is 1.4 million in a minute",
    judge: ({ import: made }) =>
      made && judgeRate(made.records / made.seconds.dryRun, 1_400_000 / 60),
  },
  {
    text: "Run of an import: at least 5,833 records a second, which is 1.4 million in 4 minutes",
    judge: ({ import: made }) =>
      made && judgeRate(made.records / made.seconds.run, 1_400_000 / 240),
  },
  {
    text: "Memory of a portal that imports: under 300 MB",
    judge: ({ import: made }) => bytesAtMost(made?.peakBytes, 300),
  },
  {
    text: "Lists of other companies during an import: at least 0.8 of their rate before",
    judge: ({ import: made }) => {
      if (!made) return undefined;
      const lowest = Math.min(made.lists.read, made.lists.dryRun, made.lists.run);
      return { found: lowest.toFixed(2), isMet: lowest >= 0.8 };
    },
  },
  {
    text: "1,000 open event streams: under 100 MB",
    judge: ({ streams }) =>
      typeof streams === "object" ? bytesAtMost(streams.addedBytes, 100) : undefined,
  },
  {
    text: "From an acknowledged write to its event, p95: at most 1 s",
    judge: ({ streams }) =>
      typeof streams === "object"
        ? { found: `${streams.p95.toFixed(0)} ms`, isMet: streams.p95 <= 1000 }
        : undefined,
  },
];
