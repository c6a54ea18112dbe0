/** The words of a search in the forms in which statements compare them. Pieces need no escaping. */
export interface SearchPatterns {
  /** The bytes of all words. */
  words: Buffer[];
  /**
   * Three LIKE patterns for the text index, of the three longest words. Each consists of pieces of
   * three or four characters with wildcards between them.
   */
  pieces: string[];
  /** Whether the index can certainly look the pieces up. Otherwise PostgreSQL decides. */
  isLookedUp: boolean;
}

/** The text index contains all combinations of three characters, so shorter pieces are useless. */
const SHORTEST_PIECE = 3;
const LONGEST_PIECE = 4;

/** The number of patterns that the SQL functions take. */
const PATTERNS = 3;

function piecesOf(word: string): string[] {
  const letters = word.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return letters.flatMap((run) => {
    const characters = Array.from(run);
    const pieces: string[] = [];
    for (let at = 0; at + SHORTEST_PIECE <= characters.length; at += LONGEST_PIECE)
      pieces.push(characters.slice(at, at + LONGEST_PIECE).join(""));
    return pieces;
  });
}

/** @param words of `searchWords` */
export function searchPatterns(words: readonly string[]): SearchPatterns {
  const longestFirst = words
    .map(piecesOf)
    .filter((pieces) => pieces.length > 0)
    .toSorted((a, b) => b.join("").length - a.join("").length)
    .slice(0, PATTERNS);
  return {
    words: words.map((word) => Buffer.from(word)),
    pieces: Array.from({ length: PATTERNS }, (_, n) => `%${(longestFirst[n] ?? []).join("%")}%`),
    // Whether other characters are letters depends on the database's locale.
    isLookedUp: longestFirst.flat().some((piece) => /[a-z0-9]{3}/.test(piece)),
  };
}

/** Whether the text index can possibly look the words up. */
export const mayBeLookedUp = ({ pieces = [] }: Partial<SearchPatterns>) =>
  pieces.some((pattern) => pattern.length > "%%".length);
