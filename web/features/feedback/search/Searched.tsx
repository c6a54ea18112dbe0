import type { ReactNode } from "react";
import { createContext, use, useMemo } from "react";
import { SEARCH_LENGTH, SEARCH_WORDS, searchWords } from "#contract/searchWords.ts";
import { excerptOf, splitAtWords } from "./searchedText.ts";

const NO_WORDS: readonly string[] = [];

/** The words of the search whose results are shown, as `searchWords` returns them. */
export const SearchedWords = createContext(NO_WORDS);

/** Marks the words of a search in a list. A hint says that a too long search was cut. */
export function SearchResults({ search, children }: { search: string; children: ReactNode }) {
  const { words, isCut } = useMemo(() => searchWords(search), [search]);
  return (
    <SearchedWords value={words}>
      {isCut ? (
        <p role="status" className="mb-3 rounded-xl border bg-surface px-4 py-2 text-sm">
          This search is too long. Only its first {SEARCH_WORDS} words within {SEARCH_LENGTH}{" "}
          characters count.
        </p>
      ) : null}
      {children}
    </SearchedWords>
  );
}

/** A text in which the searched words are marked. */
export function Marked({ text }: { text: string }) {
  const words = use(SearchedWords);
  if (words.length === 0) return text;
  return splitAtWords(text, words).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts can be equal and never move
      <mark key={index} className="rounded bg-amber-tint text-ink">
        {part}
      </mark>
    ) : (
      part || null
    ),
  );
}

/** The description of an item or, during a search, the part that shows why the item was found. */
export function Excerpt({ item }: { item: { title: string; description: string } }) {
  const words = use(SearchedWords);
  const { description } = item;
  return <Marked text={words.length > 0 ? excerptOf(item, words) : description} />;
}
