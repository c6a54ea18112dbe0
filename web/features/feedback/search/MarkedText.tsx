import { SEARCH_LENGTH, SEARCH_WORDS, searchWords } from "#contract/searchWords.ts";
import { excerptOf, splitAtWords } from "./searchedText.ts";

interface MarkedTextProps {
  text: string;
  search: string;
  /** The title of the item whose description is `text`, of which an excerpt is shown. */
  title?: string;
}

/** A text in which the words of a search are marked. */
export function MarkedText({ text, search, title }: MarkedTextProps) {
  const { words } = searchWords(search);
  const shown = title === undefined ? text : excerptOf({ title, description: text }, words);
  return splitAtWords(shown, words).map((part, index) =>
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

/** Says that a search was too long, so that a part of it was ignored. */
export function SearchCutHint({ search }: { search: string }) {
  if (!searchWords(search).isCut) return null;
  return (
    <p role="status" className="mb-3 rounded-xl border bg-surface px-4 py-2 text-sm">
      This search is too long. Only its first {SEARCH_WORDS} words, within {SEARCH_LENGTH}{" "}
      characters, were used.
    </p>
  );
}
