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

/** A company's response times beside what others do, as Markdown. */
export function noisyTable({ noisy }: BenchResults): string {
  if (!noisy) return "";
  const { alone, beside } = noisy;
  const times = ({ answered, p50, p99, errors }: typeof alone) => [
    String(answered),
    p50.toFixed(1),
    p99.toFixed(1),
    String(errors),
  ];
  return table(HEAD, [
    ["Nothing", "", "", ...times(alone), ""],
    ...beside.map(({ title, requestsPerSecond, refused, quiet, ratio }) => [
      title,
      requestsPerSecond.toFixed(0),
      String(refused),
      ...times(quiet),
      quiet.answered > 0 ? `${ratio.toFixed(1)}×` : "none in time",
    ]),
  ]);
}
