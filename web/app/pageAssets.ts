/** A stylesheet, inlined into the document. */
export interface Stylesheet {
  readonly css: string;
  /** Path of the stylesheet of all pages if this stylesheet has only the rules of visitors' pages. */
  readonly all: string | null;
}

/**
 * The files that a document loads: built files or, in development, files that Vite serves. The URLs
 * are absolute paths.
 */
export interface PageAssets {
  readonly styles: Readonly<Record<"visitors" | "all", Stylesheet>>;
  /** The source files of the pages that need the stylesheet of all pages. */
  readonly otherPages: readonly string[];
  /** Path of the browser's entry script. */
  readonly entry: string;
  /** The chunks that the entry imports. The document preloads them. */
  readonly preloads: readonly string[];
  /**
   * The chunks that each page needs in addition to the entry's chunks, by the page's source file.
   */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** HTML to add to the head: in development, Vite's client and the React refresh preamble. */
  readonly headHtml?: string;
}

/**
 * The part of Vite's build manifest (dist/client/.vite/manifest.json) that `assetsFromManifest`
 * reads.
 */
export type BuildManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >
>;

const ENTRY = "web/app/main.tsx";

/** The module that imports the pages that visitors rarely open. */
const OTHER_PAGES = "web/app/otherPages.ts";

/** The stylesheet of all pages. */
const STYLESHEET = "style.css";

/**
 * Returns a build's assets without the stylesheets. `cssFile` is the path of the stylesheet of all
 * pages below dist/client. Throws if the manifest has no entry script or no stylesheet.
 */
export function assetsFromManifest(
  manifest: BuildManifest,
): Omit<PageAssets, "styles"> & { readonly cssFile: string } {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error(`The build manifest has no ${ENTRY}`);
  const stylesheet = manifest[STYLESHEET];
  if (!stylesheet) throw new Error(`The build manifest has no ${STYLESHEET}`);
  const shared = closure(manifest, ENTRY);
  const pages = Object.keys(manifest).filter((key) => key.startsWith("web/pages/"));
  return {
    entry: `/${entry.file}`,
    preloads: addresses(manifest, without(shared, new Set([ENTRY]))),
    pages: Object.fromEntries(
      pages.map((key) => [key, addresses(manifest, without(pageChunks(manifest, key), shared))]),
    ),
    otherPages: manifest[OTHER_PAGES]?.dynamicImports ?? [],
    cssFile: stylesheet.file,
  };
}

/** Returns the chunks of a page, and the chunks of the modules that import the page dynamically. */
function pageChunks(manifest: BuildManifest, page: string): Set<string> {
  const chunks = closure(manifest, page);
  for (const [key, { dynamicImports }] of Object.entries(manifest))
    if (dynamicImports?.includes(page)) closure(manifest, key, chunks);
  return chunks;
}

/** Returns a chunk and all its direct and indirect static imports. */
function closure(manifest: BuildManifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(manifest, imported, seen);
  return seen;
}

function without(keys: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...keys].filter((key) => !others.has(key));
}

function addresses(manifest: BuildManifest, keys: readonly string[]): string[] {
  return keys.flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : []));
}
