import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import type { LinkableItem, LinkedItem } from "#contract/changelog.ts";
import { ENTRY_ITEMS } from "#contract/changelog.ts";
import { apiQuery, callPage, callThrough } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Plus, X } from "#web/ui/icons.ts";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";

interface LinkedItemsFieldProps {
  items: readonly LinkedItem[];
  error: string | undefined;
  onChange: (items: LinkedItem[]) => void;
  renderStatus: (item: LinkedItem) => ReactNode;
}

/**
 * The items that the entry links, with a search for others. Before a search, it proposes the items
 * that were completed and that no entry links.
 */
export function LinkedItemsField({ items, error, onChange, renderStatus }: LinkedItemsFieldProps) {
  const [search, setSearch] = useState("");
  const heading = useRef<HTMLLegendElement>(null);
  const { offered, hasNoMatch } = useOfferedItems(search, items);
  const room = ENTRY_ITEMS - items.length;
  const add = (...added: LinkableItem[]) => onChange([...items, ...added.slice(0, room)]);
  const remove = (id: number) => {
    onChange(items.filter((item) => item.id !== id));
    // The pressed button disappears.
    heading.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend ref={heading} tabIndex={-1} className="mb-1.5 text-sm font-medium outline-none">
        Linked items
      </legend>
      <ItemRows>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} status={renderStatus(item)}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Unlink ${item.title}`}
              onClick={() => remove(item.id)}
            >
              <X aria-hidden="true" />
            </Button>
          </ItemRow>
        ))}
      </ItemRows>
      {error ? (
        <p role="alert" className="mb-2 text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <SearchInput
        label="Search items to link"
        placeholder="Search items to link..."
        value={search}
        onSearch={setSearch}
        maxLength={200}
      />
      {offered.length > 0 ? (
        <Offer
          search={search}
          items={offered}
          room={room}
          onAdd={add}
          renderStatus={renderStatus}
        />
      ) : null}
      {hasNoMatch ? (
        <p role="status" className="mt-3 text-sm text-muted">
          No item matches.
        </p>
      ) : null}
    </fieldset>
  );
}

/** Returns the items that the search finds or, before a search, those that are proposed. */
function useOfferedItems(search: string, items: readonly LinkedItem[]) {
  const { data: found } = useQuery({
    ...searchQuery(search),
    placeholderData: keepPreviousData,
  });
  const { data: completed = [] } = useQuery({
    ...apiQuery("/api/changelog/linkable"),
    staleTime: 0,
  });
  const isLinked = ({ id }: LinkedItem) => items.some((item) => item.id === id);
  const all = search === "" ? completed.filter(({ isNew }) => isNew) : (found ?? []);
  return {
    offered: all.filter((item) => !isLinked(item)),
    hasNoMatch: search !== "" && found?.length === 0,
  };
}

interface OfferProps {
  search: string;
  items: readonly LinkableItem[];
  /** The number of items that the entry can still link. */
  room: number;
  onAdd: (...items: LinkableItem[]) => void;
  renderStatus: (item: LinkedItem) => ReactNode;
}

/** The items that can be linked. */
function Offer({ search, items, room, onAdd, renderStatus }: OfferProps) {
  return (
    <div className="mt-3">
      {search === "" ? (
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-sm text-muted">Completed since the last entry</p>
          {items.length > 1 ? (
            <Button variant="ghost" size="sm" disabled={room === 0} onClick={() => onAdd(...items)}>
              Link all {countLabel(Math.min(room, items.length), "item")}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ItemRows>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} status={renderStatus(item)} note={noteOf(item)}>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Link ${item.title}`}
              disabled={room === 0 || item.entry !== null}
              onClick={() => onAdd(item)}
            >
              <Plus aria-hidden="true" />
            </Button>
          </ItemRow>
        ))}
      </ItemRows>
    </div>
  );
}

const noteOf = ({ entry }: LinkableItem) => (entry ? `Already in “${entry.title}”` : null);

function ItemRows({ children }: { children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return <ul className="mb-3 divide-y divide-line rounded-xl border bg-surface">{children}</ul>;
}

interface ItemRowProps {
  item: LinkedItem;
  status: ReactNode;
  note?: string | null;
  children: ReactNode;
}

function ItemRow({ item, status, note = null, children }: ItemRowProps) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-1 pr-1 pl-4">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <a
          href={`/feedback/${String(item.id)}`}
          target="_blank"
          rel="noopener"
          dir="auto"
          className="min-w-0 grow basis-40 rounded wrap-anywhere hover:underline"
        >
          {item.isPrivate ? <PrivateMark /> : null}
          {item.title}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {note ? <span className="text-muted">{note}</span> : null}
        {status}
      </span>
      {children}
    </li>
  );
}

/** The number of items that a search finds. */
const FOUND = 8;

/** The query for the items that match a search, with the entries that link them. */
function searchQuery(search: string) {
  return queryOptions<LinkableItem[]>({
    queryKey: ["/api/changelog/linkable", "search", search],
    enabled: search !== "",
    queryFn: async ({ client, signal }) => {
      const query = { search, sort: "match", limit: FOUND };
      const { items } = await callPage(client, "/api/feedback", { query }, signal);
      if (items.length === 0) return [];
      const ids = items.map(({ id }) => id).join(",");
      return callThrough(client, "GET /api/changelog/linkable", { query: { ids } }, { signal });
    },
  });
}
