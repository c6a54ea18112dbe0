import type { Assignee } from "#contract/assignees.ts";

/**
 * Returns the ids of the teammates whom a plain text mentions. A mention is `@` with the whole name of
 * a teammate, in any case. Of several names that fit, the longest counts; teammates with the same
 * name are all mentioned.
 */
export function mentionedIn(text: string, teammates: readonly Assignee[]): number[] {
  const folded = fold(text);
  const ids = new Set<number>();
  const named = teammates.flatMap(({ id, fullName }) =>
    fullName ? [{ id, name: fold(fullName) }] : [],
  );
  for (let at = folded.indexOf("@"); at !== -1; at = folded.indexOf("@", at + 1)) {
    // The `@` of an e-mail address follows a letter or digit.
    if (WORD.test(folded.slice(0, at).slice(-1))) continue;
    const after = folded.slice(at + 1);
    const fitting = named.filter(
      ({ name }) => after.startsWith(name) && !WORD.test(after.charAt(name.length)),
    );
    const longest = Math.max(...fitting.map(({ name }) => name.length));
    for (const { id, name } of fitting) if (name.length === longest) ids.add(id);
  }
  return [...ids].toSorted((a, b) => a - b);
}

const WORD = /[\p{L}\p{N}]/u;

const fold = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
