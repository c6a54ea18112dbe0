/** The slashes at the end of a path. Without the first condition, many slashes would take long. */
export const TRAILING_SLASHES = /(?<!\/)\/+$/;

/** Decoded path parameters by name. */
export type PathParams = Readonly<Record<string, string>>;

interface Found<Entry> {
  readonly entry: Entry;
  readonly params: PathParams;
}

/**
 * Returns a function that finds the entry of a path. Paths are fixed ("/changelog") or have
 * parameters ("/board/:slug"), each of which matches one non-empty segment. Fixed paths have
 * priority. Case and trailing slashes are ignored. `rest` is the entry of all other paths.
 */
export function createPathTable<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  rest: Entry,
): (pathname: string) => Found<Entry> {
  const isOpen = ({ path }: Entry) => path.includes("/:");
  const fixed = new Map(
    entries.filter((entry) => !isOpen(entry)).map((entry) => [keyOf(entry.path), entry]),
  );
  const open = entries.filter(isOpen).map((entry) => ({ entry, pattern: entry.path.split("/") }));
  return (pathname) => {
    const segments = segmentsOf(pathname);
    const entry = fixed.get(segments.map(comparable).join("/"));
    if (entry) return { entry, params: {} };
    for (const candidate of open) {
      const params = readParams(candidate.pattern, segments);
      if (params) return { entry: candidate.entry, params };
    }
    return { entry: rest, params: {} };
  };
}

function keyOf(path: string): string {
  return segmentsOf(path).map(comparable).join("/");
}

/**
 * Returns the segment in lower case and encodes its slashes, so that the segments of a path can be
 * joined with slashes.
 */
function comparable(segment: string): string {
  return segment.replaceAll("/", "%2F").toLowerCase();
}

/** Returns the decoded segments, or the raw segments if any of them is malformed. */
function segmentsOf(pathname: string): string[] {
  const raw = pathname.replace(TRAILING_SLASHES, "").split("/");
  try {
    return raw.map(decodeURIComponent);
  } catch {
    return raw;
  }
}

function readParams(pattern: readonly string[], segments: readonly string[]): PathParams | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":") && segment !== "") params[expected.slice(1)] = segment;
    else if (comparable(segment) !== comparable(expected)) return null;
  }
  return params;
}
