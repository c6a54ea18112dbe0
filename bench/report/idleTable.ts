import type { BenchResults } from "../measure/results.ts";
import { table } from "./table.ts";

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Returns memory and start time of an idle portal, and the cost of open streams, as Markdown. */
export function idleTable({ idle, streams }: BenchResults): string {
  const rows: [string, string][] = [];
  if (idle) {
    rows.push(
      [
        "From starting the process to its first page, the database running",
        `${idle.startedWithin.toFixed(0)} ms`,
      ],
      ["Memory after the start", megabytes(idle.afterStart)],
      ["… after each page and list once", megabytes(idle.afterFirstPages)],
      ["… after a garbage collection then", megabytes(idle.afterCollection)],
    );
  }
  if (streams === "not served") rows.push(["Event streams", streams]);
  else if (streams) {
    rows.push(
      [
        `Memory that ${streams.streams.toLocaleString("en")} open event streams add`,
        megabytes(streams.addedBytes),
      ],
      ["Lists a second without them", streams.listAlone.toFixed(0)],
      ["Lists a second beside them", streams.listBeside.toFixed(0)],
      ["From an acknowledged vote to its event, 95 of 100", `${streams.p95.toFixed(0)} ms`],
    );
  }
  return rows.length === 0 ? "" : table(["Idle", ""], rows);
}
