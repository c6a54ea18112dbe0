import { foldText } from "./foldText.ts";

/** Maximum length of a search text in characters. The rest is ignored. */
export const SEARCH_LENGTH = 200;

/** Maximum number of words of a search. The other words are ignored. */
export const SEARCH_WORDS = 10;

/** The words that an item must contain. */
export interface SearchWords {
  /** Folded words and phrases, each of which may be a part of a word of the item. */
  readonly words: readonly string[];
  /** Whether the search text was too long, so that a part of it was ignored. */
  readonly isCut: boolean;
}

/**
 * Splits a search text into words and quoted phrases (docs/product-decisions.md "Feedback"). Words
 * that are contained in others are left out, because they exclude no item.
 */
export function searchWords(search: string): SearchWords {
  const text = search.slice(0, SEARCH_LENGTH).toWellFormed();
  const parts = [...foldText(text).matchAll(/["“”„](?<phrase>[^"“”„]+)["“”„]|\S+/g)].map(
    ({ 0: word, groups }) => (groups?.["phrase"] ?? word).trim(),
  );
  const given = [...new Set(parts)].filter((word) => word !== "");
  const first = given.slice(0, SEARCH_WORDS);
  return {
    words: first.filter((word) => !first.some((other) => other !== word && other.includes(word))),
    isCut: search.trim().length > SEARCH_LENGTH || given.length > SEARCH_WORDS,
  };
}
