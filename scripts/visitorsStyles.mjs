import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "lightningcss";

/** The stylesheet of visitors' pages, below the folder of the client's build. */
export const VISITORS_STYLES = ".vite/visitors.css";

const ENTRY = "web/app/main.tsx";

/**
 * Modules whose classes only the stylesheet of all pages has: the one that imports all pages that
 * visitors rarely open, the drawing of Markdown, and the pictures that are added to a text.
 */
const LEFT_OUT = new Set([
  "web/app/otherPages.ts",
  "web/features/markdown/DrawnMarkdown.tsx",
  "web/features/markdown/PictureUploads.tsx",
]);

/**
 * Returns the chunks of a Vite manifest that visitors' pages can load, at first or on demand: all
 * that the entry imports, except through the modules that are left out.
 */
export function listVisitorsChunks(manifest) {
  const seen = new Set([ENTRY]);
  // The loop also visits the chunks that it adds to the set.
  for (const key of seen) {
    const { imports = [], dynamicImports = [] } = manifest[key];
    for (const imported of [...imports, ...dynamicImports])
      if (!LEFT_OUT.has(imported)) seen.add(imported);
  }
  return [...seen];
}

/** Returns the names of all classes of a selector. */
function classesOf(selector) {
  return selector.flatMap((part) => {
    if (part.type === "class") return [part.name];
    return Array.isArray(part.selectors) ? part.selectors.flatMap(classesOf) : [];
  });
}

/**
 * Returns a stylesheet without the rules whose classes do not occur in the scripts. A class must
 * stand in a script as a whole word, which Tailwind requires as well.
 * @param {string} css
 * @param {string} scripts
 */
export function keepUsedRules(css, scripts) {
  const words = new Set(scripts.split(/[\s"'`${}]+/));
  // A class with a quote is kept, because the quote divides it in a script.
  const isUsed = (name) => words.has(name) || /["'`]/.test(name);
  const minified = (code, visitor = {}) =>
    transform({ filename: "style.css", code, minify: true, visitor }).code;
  const used = minified(Buffer.from(css), {
    Rule: {
      style: ({ value: { selectors } }) =>
        selectors.some((selector) => classesOf(selector).every(isUsed))
          ? undefined
          : { type: "ignored", value: null },
    },
  });
  // The second run removes media queries that have become empty.
  return minified(used).toString();
}

/**
 * Writes the stylesheet that is inlined into visitors' pages, next to the manifest of a client's
 * build.
 * @param {string} client
 */
export function writeVisitorsStyles(client) {
  const manifest = JSON.parse(readFileSync(join(client, ".vite", "manifest.json"), "utf8"));
  const read = (key) => readFileSync(join(client, manifest[key].file), "utf8");
  const scripts = listVisitorsChunks(manifest).map(read).join("\n");
  writeFileSync(join(client, VISITORS_STYLES), keepUsedRules(read("style.css"), scripts));
}
