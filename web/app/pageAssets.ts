/** The built (or, in development, served) files of a document. Addresses are absolute paths. */
export interface PageAssets {
  /** The stylesheet's text, inlined into the document. */
  readonly css: string;
  /** The browser's entry script. */
  readonly entry: string;
  /** The chunks that the entry imports, to be preloaded. */
  readonly preloads: readonly string[];
  /** The chunks of each page beyond the entry's, by the page's source file. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
  /** More elements for the head: in development, Vite's client and the React refresh preamble. */
  readonly headHtml?: string;
}

/** The part of Vite's build manifest (dist/client/.vite/manifest.json) that is read. */
export type BuildManifest = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly imports?: readonly string[];
    }
  >
>;

const ENTRY = "web/app/main.tsx";

/** The one stylesheet of all pages. */
const STYLESHEET = "style.css";

/**
 * A build's assets without the stylesheet's text, whose path below dist/client is `cssFile`. Throws
 * if the manifest has no entry script or no stylesheet.
 */
export function assetsFromManifest(
  manifest: BuildManifest,
): Omit<PageAssets, "css"> & { readonly cssFile: string } {
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
      pages.map((key) => [key, addresses(manifest, without(closure(manifest, key), shared))]),
    ),
    cssFile: stylesheet.file,
  };
}

/** A chunk and all its static imports. */
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
