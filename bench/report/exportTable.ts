import type { ExportFigures } from "../measure/results.ts";
import { table } from "./table.ts";

const MEGABYTE = 1_000_000;

/** Returns the figures of an export as Markdown. */
export function exportTable(figures: ExportFigures | undefined): string {
  if (!figures) return "";
  const { items, rows, seconds, peakBytes, fileBytes, downloadSeconds } = figures;
  const thousands = (count: number) => count.toLocaleString("en");
  return table(
    [`Export of a company with ${thousands(items)} items`, ""],
    [
      ["Rows of all tables", thousands(rows)],
      ["Time", `${seconds.toFixed(0)} s`],
      ["Memory of the portal, highest", `${(peakBytes / MEGABYTE).toFixed(0)} MB`],
      ["Size of the file", `${(fileBytes / MEGABYTE).toFixed(0)} MB`],
      ["Download", `${downloadSeconds.toFixed(1)} s`],
    ],
  );
}
