import type { Assignee } from "#contract/assignees.ts";

/** Maximum number of places of a text that are compared with the names, so that no text takes long. */
const MOST_PLACES = 200;

/** The `@` of a mention. The one of an e-mail address follows a letter or digit. */
const START = /(?<![\p{L}\p{N}])@(?![@\s])/gu;

/**
 * Returns the ids of the teammates whom a plain text mentions. A mention is `@` with the whole name of
 * a teammate, in any case. Of several names that fit, the longest counts; teammates with the same
 * name are all mentioned.
 */
export function mentionedIn(text: string, teammates: readonly Assignee[]): number[] {
  const folded = fold(text);
  const ids = new Set<number>();
  const named = Map.groupBy(teammates, ({ fullName }) => fold(fullName ?? ""));
  named.delete("");
  const longestFirst = [...named].toSorted(([a], [b]) => b.length - a.length);
  for (const { index } of [...folded.matchAll(START)].slice(0, MOST_PLACES)) {
    const [, mentioned = []] =
      longestFirst.find(
        ([name]) =>
          folded.startsWith(name, index + 1) && !WORD.test(folded.charAt(index + 1 + name.length)),
      ) ?? [];
    for (const { id } of mentioned) ids.add(id);
  }
  return [...ids].toSorted((a, b) => a - b);
}

const WORD = /[\p{L}\p{N}]/u;

const fold = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ");
