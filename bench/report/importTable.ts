import type { ImportFigures } from "../measure/results.ts";
import { table } from "./table.ts";

const MEGABYTE = 1_000_000;

/** Returns the figures of an import as Markdown. */
export function importTable(figures: ImportFigures | undefined): string {
  if (!figures) return "";
  const { items, records, seconds, lists, peakBytes, fileBytes } = figures;
  const thousands = (count: number) => count.toLocaleString("en");
  const phase = (name: string, key: keyof ImportFigures["seconds"]) => [
    name,
    `${seconds[key].toFixed(0)} s`,
    `${lists[key].toFixed(2)} of those before`,
  ];
  return table(
    [`Import of ${thousands(items)} items`, "", "List requests of another company per second"],
    [
      phase("Reading the file", "read"),
      phase("Dry run", "dryRun"),
      phase("Run", "run"),
      ["Records of all kinds", thousands(records), ""],
      ["Size of the file", `${(fileBytes / MEGABYTE).toFixed(0)} MB`, ""],
      ["Memory of the portal, highest", `${(peakBytes / MEGABYTE).toFixed(0)} MB`, ""],
    ],
  );
}
