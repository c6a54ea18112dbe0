import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./runtime.mjs";

/** Names of the pages that the page table opens to visitors without an account. */
function listVisitorPages() {
  const source = readFileSync(join(root, "web/app/pageTable.ts"), "utf8");
  const calls = source.split("pageAt(").slice(1);
  const names = calls
    .filter((call) => /"(\w+)",?\s*\)/.exec(call)?.[1] === "portalVisitors")
    .map((call) => /^\s*"[^"]+",\s*"(\w+)Page"/.exec(call)?.[1]);
  if (names.length === 0 || names.includes(undefined))
    throw new Error("web/app/pageTable.ts has another form than scripts/publicPages.mjs expects");
  return names;
}

/** Pages with size budgets. `Roadmap` stands for web/pages/RoadmapPage.tsx. */
export const PUBLIC_PAGES = [...new Set(["Landing", ...listVisitorPages()])];
