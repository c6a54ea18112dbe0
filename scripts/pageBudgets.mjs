import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { PUBLIC_PAGES } from "./publicPages.mjs";
import { root, runScript } from "./runtime.mjs";

/** Gzipped kilobytes (1,000 bytes). The entry is what every page fetches; a page, all that it fetches before it can be used. */
const BUDGETS = { entry: 105, page: 112, styles: 13 };

const ENTRY = "web/app/main.tsx";

const client = join(root, "dist", "client");

/** A chunk and all that it imports statically. */
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

/** What is weighed, with its size and its budget. */
function weigh(manifest) {
  const chunksOf = (keys) => gzippedSize([...keys].map((key) => manifest[key].file));
  const entry = closure(manifest, ENTRY);
  return [
    { name: "entry script", size: chunksOf(entry), budget: BUDGETS.entry },
    { name: "inlined stylesheet", size: chunksOf(["style.css"]), budget: BUDGETS.styles },
    ...PUBLIC_PAGES.map((page) => ({
      name: `scripts of ${page}Page`,
      size: chunksOf(new Set([...entry, ...closure(manifest, `web/pages/${page}Page.tsx`)])),
      budget: BUDGETS.page,
    })),
  ];
}

await runScript(async () => {
  await build();
  const manifest = JSON.parse(readFileSync(join(client, ".vite", "manifest.json"), "utf8"));
  const weighed = weigh(manifest);
  for (const { name, size, budget } of weighed) {
    const verdict = size > budget ? `too heavy by ${(size - budget).toFixed(1)} kB` : "ok";
    console.log(`${name}: ${size.toFixed(1)} of ${String(budget)} kB gzipped, ${verdict}`);
  }
  return weighed.every(({ size, budget }) => size <= budget) ? 0 : 1;
});
