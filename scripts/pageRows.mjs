import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./runtime.mjs";

const ROW = /\["(?<path>\/[^"]*)", "(?<page>\w+)", "(?<access>\w+)"(?:, "(?<adminPage>\w+)")?\]/g;

/**
 * Returns the rows of the page table. The rows are read from the source text, because programs
 * outside the web build cannot import the table.
 * @returns {{ path: string, page: string, access: string, adminPage?: string }[]}
 */
export function listPageRows() {
  const source = readFileSync(join(root, "web/app/pageTable.ts"), "utf8");
  const rows = [...source.matchAll(ROW)].map(({ groups }) => groups);
  if (rows.length < 20) throw new Error("web/app/pageTable.ts has no rows that ROW matches");
  return rows;
}
