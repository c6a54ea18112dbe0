import type { ReactNode } from "react";
import { createContext, use } from "react";
import { lazyPart } from "#web/ui/lazyPart.tsx";

// Loaded on demand, because most visitors do not search.
const MarkedText = lazyPart(
  async () => (await import("./MarkedText.tsx")).MarkedText,
  ({ text }) => text,
);
const SearchCutHint = lazyPart(async () => (await import("./MarkedText.tsx")).SearchCutHint);

/** The search whose results are shown; empty if there is none. */
export const Searched = createContext("");

/** The results of a search, with a hint if the search is too long. */
export function SearchResults({ search, children }: { search: string; children: ReactNode }) {
  return (
    <Searched value={search}>
      {search === "" ? null : <SearchCutHint search={search} />}
      {children}
    </Searched>
  );
}

/** A text in which the searched words are marked. */
export function Marked({ text }: { text: string }) {
  const search = use(Searched);
  return search === "" ? text : <MarkedText text={text} search={search} />;
}

/** The description of an item or, during a search, the part that shows why the item was found. */
export function Excerpt({ item }: { item: { title: string; description: string } }) {
  const search = use(Searched);
  const { title, description } = item;
  return search === "" ? (
    description
  ) : (
    <MarkedText text={description} title={title} search={search} />
  );
}
