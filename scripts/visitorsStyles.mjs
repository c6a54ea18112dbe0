import { transform } from "lightningcss";

const ENTRY = "web/app/main.tsx";

/** The module that imports all pages that visitors rarely open. */
const OTHER_PAGES = "web/app/otherPages.ts";

/**
 * Returns the chunks of a Vite manifest that visitors' pages can load, at first or on demand: all
 * that the entry imports, except through the module of the other pages.
 */
export function listVisitorsChunks(manifest) {
  const seen = new Set([ENTRY]);
  // The loop also visits the chunks that it adds to the set.
  for (const key of seen) {
    const { imports = [], dynamicImports = [] } = manifest[key];
    for (const imported of [...imports, ...dynamicImports])
      if (imported !== OTHER_PAGES) seen.add(imported);
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
