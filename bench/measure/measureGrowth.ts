import type { BenchOptions } from "../benchOptions.ts";
import { openBenchDatabase } from "../database/benchDatabase.ts";
import { startBenchPortal } from "../portal/benchPortal.ts";
import { requestAt } from "../scenarios/requestAt.ts";
import { scenarios } from "../scenarios/scenarios.ts";
import { createBenchFixtures } from "../scenarios/createBenchFixtures.ts";
import { runLoad } from "./runLoad.ts";
import { percentile } from "./percentile.ts";
import type { GrowthFigures } from "./results.ts";

/** Scenarios whose p50 must not depend on the amount of data. */
const GROWING = [
  "list-api",
  "list-api-signed-in",
  "board-api",
  "detail-api",
  "comments-api",
  "deep-page-api",
  "search-hit",
  "search-miss",
  "changelog-api",
  "vote",
];

const WARM_UP = 2;

/**
 * Measures the p50 response time over one connection for each number of items in `options.sizes`.
 */
export async function measureGrowth(
  options: BenchOptions,
  log: (message: string) => void,
): Promise<GrowthFigures[]> {
  const found: GrowthFigures[] = [];
  for (const items of options.sizes) found.push(await measureSize({ ...options, items }, log));
  return found;
}

async function measureSize(
  options: BenchOptions,
  log: (message: string) => void,
): Promise<GrowthFigures> {
  const database = await openBenchDatabase({ ...options, log });
  try {
    const [company] = database.companies;
    if (!company) throw new Error("There is no company");
    const portal = await startBenchPortal({ DATABASE_URL: database.url });
    try {
      const fixtures = await createBenchFixtures(database.url, company);
      const p50: Record<string, number> = {};
      let firstTurn = 0;
      for (const scenario of scenarios.filter(({ name }) => GROWING.includes(name))) {
        const run = async (seconds: number) => {
          const result = await runLoad({
            port: portal.port,
            connections: 1,
            seconds,
            status: scenario.status,
            requestAt: (turn) => requestAt(scenario, fixtures, turn),
            firstTurn,
            isConstant: !scenario.subject,
          });
          firstTurn += result.turns;
          if (result.errors > 0 || result.answered === 0) {
            throw new Error(
              `${scenario.name}: ${String(result.answered)} answers, ${String(result.errors)} errors`,
            );
          }
          return result.p50;
        };
        await run(WARM_UP);
        const medians: number[] = [];
        for (let round = 0; round < options.rounds; round += 1)
          medians.push(await run(options.seconds));
        p50[scenario.name] = percentile(medians, 50);
      }
      log(`${items(options)}: ${JSON.stringify(p50)}`);
      return { items: options.items, companyItems: company.items, p50 };
    } finally {
      await portal.stop();
    }
  } finally {
    await database.stop();
  }
}

const items = ({ items: count }: BenchOptions) => `${count.toLocaleString("en")} items`;
