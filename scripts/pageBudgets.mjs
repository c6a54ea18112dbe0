import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { listPageRows } from "./pageRows.mjs";
import { root, runScript } from "./runtime.mjs";
import { VISITORS_STYLES } from "./visitorsStyles.mjs";

/**
 * Maximum gzipped sizes in kB (1,000 bytes). `entry` is the script that every page loads. `page` is
 * the entry and everything else that a page needs before it is interactive. `styles` is the
 * stylesheet of visitors' pages.
 */
const BUDGETS = { entry: 95.5, page: 112.75, styles: 12.25 };

const ENTRY = "web/app/main.tsx";

/** The visitors' pages, which have a budget. */
const VISITORS_PAGES = new Set(
  listPageRows()
    .filter(({ page, access }) => access === "portalVisitors" || page === "LandingPage")
    .map(({ page }) => page),
);

const client = join(root, "dist", "client");

/** Returns a chunk and all its direct and indirect static imports. */
function closure(manifest, key, seen = new Set()) {
  if (seen.has(key)) return seen;
  if (!manifest[key]) throw new Error(`The build's manifest has no ${key}`);
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(manifest, imported, seen);
  return seen;
}

const gzippedSize = (files) =>
  [...new Set(files)].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(client, file))).length,
    0,
  ) / 1000;

/** Returns sizes and budgets of the entry, the stylesheet and the public pages. */
function listSizes(manifest) {
  const chunksOf = (keys) => gzippedSize([...keys].map((key) => manifest[key].file));
  const entry = closure(manifest, ENTRY);
  return [
    { name: "entry script", size: chunksOf(entry), budget: BUDGETS.entry },
    { name: "visitors' stylesheet", size: gzippedSize([VISITORS_STYLES]), budget: BUDGETS.styles },
    ...[...VISITORS_PAGES].map((page) => ({
      name: `scripts of ${page}`,
      size: chunksOf(new Set([...entry, ...closure(manifest, `web/pages/${page}.tsx`)])),
      budget: BUDGETS.page,
    })),
  ];
}

await runScript(async () => {
  await build();
  const manifest = JSON.parse(readFileSync(join(client, ".vite", "manifest.json"), "utf8"));
  const sizes = listSizes(manifest);
  for (const { name, size, budget } of sizes) {
    const verdict = size > budget ? `over budget by ${(size - budget).toFixed(1)} kB` : "ok";
    console.log(`${name}: ${size.toFixed(1)} of ${String(budget)} kB gzipped, ${verdict}`);
  }
  return sizes.every(({ size, budget }) => size <= budget) ? 0 : 1;
});
