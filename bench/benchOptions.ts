import { parseArgs } from "node:util";

/** Options of `npm run bench`. */
export interface BenchOptions {
  items: number;
  /**
   * Names of the measurements to run: scenarios, `idle`, `streams`, `fan-out`, `webhook`, `export`,
   * `import` or, with `noisy`, kinds of noise. If undefined, all of them run.
   */
  only: string[] | undefined;
  connections: number;
  seconds: number;
  rounds: number;
  /** Whether to measure only the p50 response time, for each number of items in `sizes`. */
  growth: boolean;
  sizes: number[];
  /**
   * Whether to measure only a company's response times while another company or visitor causes
   * load.
   */
  noisy: boolean;
  /**
   * Folder that stores the loaded data for later runs. If undefined, a temporary folder is used.
   */
  keep: string | undefined;
  /** Git revision to compare with. If undefined, only this version is measured. */
  against: string | undefined;
  /** Number of pairs of runs for each scenario of `against`. */
  pairs: number;
  /** Whether one company owns all items. */
  oneCompany: boolean;
  /** Path of the JSON results of an earlier run to compare with. */
  compare: string | undefined;
  /** Path of the JSON results. A Markdown report is written to the same folder. */
  out: string | undefined;
  /**
   * JSON files from which docs/PERFORMANCE.md is updated without measuring. If undefined, the
   * benchmark measures.
   */
  document: string[] | undefined;
}

export const USAGE = `npm run bench -- [--items 200000] [--only list-api,vote] [--connections 50] [--seconds 5] [--rounds 3]
                [--growth [--sizes 1000,200000,1000000]] [--noisy] [--one-company] [--keep FOLDER]
                [--against REVISION [--pairs 9]] [--compare FILE] [--out FILE] [--document FILE,FILE]`;

/** Thrown for invalid command line arguments. */
export class UsageError extends Error {}

function count(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name} takes a whole number from 1.`);
  return value;
}

const list = (text: string | undefined) => text?.split(",").filter((part) => part !== "");

/** Reads the command line. @throws UsageError for unknown or invalid arguments */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const options = {
    items: { type: "string", default: "200000" },
    only: { type: "string" },
    connections: { type: "string" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    growth: { type: "boolean", default: false },
    sizes: { type: "string", default: "1000,200000,1000000" },
    noisy: { type: "boolean", default: false },
    keep: { type: "string" },
    against: { type: "string" },
    pairs: { type: "string", default: "9" },
    "one-company": { type: "boolean", default: false },
    compare: { type: "string" },
    out: { type: "string" },
    document: { type: "string" },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return {
      ...values,
      only: list(values.only),
      document: list(values.document),
      sizes: (list(values.sizes) ?? []).map((size) => count("sizes", size)),
      items: count("items", values.items),
      connections: count("connections", values.connections ?? (values.against ? "4" : "50")),
      pairs: count("pairs", values.pairs),
      oneCompany: values["one-company"],
      seconds: count("seconds", values.seconds),
      rounds: count("rounds", values.rounds),
      compare: values.compare,
      keep: values.keep,
      against: values.against,
      out: values.out,
    };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}
