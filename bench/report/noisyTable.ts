import type { LoadResult } from "../measure/loadResult.ts";
import type { BenchResults } from "../measure/results.ts";
import { table } from "./table.ts";

const HEAD = [
  "What others do",
  "their requests/s",
  "of these 503",
  "own responses",
  "p50 ms",
  "p99 ms",
  "errors",
  "p99 to alone",
];

/** Returns the cells of a row in the order of `HEAD`. */
function row(
  title: string,
  others: { requestsPerSecond?: string; refused?: string },
  { answered, p50, p99, errors }: LoadResult,
  ratio: string,
): string[] {
  const { requestsPerSecond = "", refused = "" } = others;
  const own = [String(answered), p50.toFixed(1), p99.toFixed(1), String(errors)];
  return [title, requestsPerSecond, refused].concat(own, ratio);
}

/** Returns a company's response times alone and during each kind of noise, as Markdown. */
export function noisyTable({ noisy }: BenchResults): string {
  if (!noisy) return "";
  const { alone, beside } = noisy;
  const rows = beside.map(({ title, requestsPerSecond, refused, quiet, ratio }) =>
    row(
      title,
      { requestsPerSecond: requestsPerSecond.toFixed(0), refused: String(refused) },
      quiet,
      quiet.answered > 0 ? `${ratio.toFixed(1)}×` : "none in time",
    ),
  );
  return table(HEAD, [row("Nothing", {}, alone, ""), ...rows]);
}
