import { isDeepStrictEqual } from "node:util";

/** Longer texts are cut to this many characters (code points) in the log. */
const MAX_LENGTH = 200;

/** A changed value in the details of an audit entry. */
interface Change {
  from: unknown;
  to: unknown;
}

/**
 * Returns the former and the new value of each field that a change sets to another value. Fields
 * that are undefined in `after` do not change.
 */
export function changesOf<Fields extends object>(
  before: { readonly [Name in keyof Fields]?: unknown },
  after: Fields,
): Record<string, Change> {
  const changes: Record<string, Change> = {};
  for (const [name, value] of Object.entries(after)) {
    const former = before[name as keyof Fields] ?? null;
    if (value === undefined || isDeepStrictEqual(former, value ?? null)) continue;
    changes[name] = { from: cut(former), to: cut(value) };
  }
  return changes;
}

function cut(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const characters = Array.from(value);
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join("")}…` : value;
}
