import { useQueryClient, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { storeListOrder } from "#web/app/navigation/listOrder.ts";
import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { Download } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import type { ListTools } from "../FeedbackBrowser.tsx";
import type { FeedbackCardsProps } from "../FeedbackCards.tsx";
import { FeedbackCards, useListAddress } from "../FeedbackCards.tsx";
import { feedbackPagesQuery } from "../feedbackPagesQuery.ts";
import { CardMenu } from "../FollowMenu.tsx";
import { PeopleSelect } from "../PeopleSelect.tsx";
import { StatusBadge } from "../StatusBadge.tsx";
import { useFeedbackFilters } from "../useFeedbackFilters.ts";
import { SavedViews } from "../savedViews/SavedViews.tsx";
import { changeItems, deleteItems } from "./changeItems.ts";
import { RowMenu } from "./RowMenu.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { StatusMenu } from "./StatusMenu.tsx";
import { useListKeys } from "./useListKeys.ts";
import type { Selection } from "./useSelection.ts";
import { useSelection } from "./useSelection.ts";

/**
 * The cards of a list with the admins' tools: a menu on each status badge, a selection with a bar
 * for bulk changes, and keyboard shortcuts (docs/product-decisions.md "Duplicates, triage").
 */
function TriageCards({ total, ...cards }: FeedbackCardsProps) {
  const { items } = cards;
  const list = useRef<HTMLUListElement>(null);
  const from = useListAddress();
  const client = useQueryClient();
  const selection = useSelection(items);
  const isSelecting = selection.items.length > 0;
  const ids = items.map(({ id }) => id);
  const selectedIds = selection.items.map(({ id }) => id);
  const [rowMenu, setRowMenu] = useState<{ id: number; key: string } | null>(null);
  useListKeys({
    list,
    ids,
    selectedIds,
    onToggle: selection.toggle,
    onClear: selection.clear,
    onField: (id, key) => setRowMenu({ id, key }),
  });
  useEffect(
    () => storeListOrder({ from, total, ids: items.map(({ id }) => id) }),
    [from, total, items],
  );
  const count = selection.items.length;
  return (
    <>
      <FeedbackCards
        {...cards}
        listRef={list}
        toolsFor={(item) => ({
          isSelected: selection.has(item.id),
          selectBox: <SelectBox item={item} selection={selection} />,
          status: (
            <CardStatus item={item}>
              {rowMenu?.id === item.id ? (
                <RowMenu item={item} shortcut={rowMenu.key} onClose={() => setRowMenu(null)} />
              ) : null}
            </CardStatus>
          ),
          menu: <CardMenu item={item} />,
        })}
      />
      <p role="status" className="sr-only">
        {isSelecting ? `${String(count)} selected` : ""}
      </p>
      <CsvLink boardId={items[0]?.boardId} />
      {isSelecting ? (
        <SelectionBar
          selection={selection}
          onChange={(change, value) => {
            const titleOf = (changed: number) => `${countLabel(changed, "item")}: ${value}`;
            void changeItems(client, selection.items, change, titleOf).then(
              (isSaved) => isSaved && selection.clear(),
            );
          }}
          onDelete={() => deleteItems(client, selectedIds)}
        />
      ) : null}
    </>
  );
}

/** The admins' tools of a feedback list. */
export const LIST_TOOLS: ListTools = { PeopleSelect, SavedViews, Cards: TriageCards };

/** The status badge of a card, which opens a menu of statuses. Menus that keys open are beside it. */
function CardStatus({ item, children }: { item: FeedbackItem; children: ReactNode }) {
  const client = useQueryClient();
  return (
    // Raises the open menu above the buttons of the cards below.
    <span className="relative z-10 has-aria-expanded:z-20">
      <StatusMenu
        feedbackId={item.id}
        value={item.status}
        onChange={(change, label) =>
          void changeItems(client, [item], change, () => `Status: ${label}`)
        }
        button={
          <button type="button" data-key="s" title="Change status" className="rounded-md">
            <StatusBadge status={item.status} />
            <span className="sr-only"> of {item.title}</span>
          </button>
        }
      />
      {children}
    </span>
  );
}

interface SelectBoxProps {
  item: FeedbackItem;
  selection: Selection;
}

/**
 * The checkbox that selects a card's item. On touch screens and while items are selected, the
 * checkbox is always visible. Otherwise, it is visible only on hover and focus. A click with Shift
 * selects all items from the last toggled item to this item.
 */
function SelectBox({ item, selection }: SelectBoxProps) {
  return (
    <label
      className={cn(
        "absolute top-4 left-1 z-10 grid size-9 place-items-center sm:top-6 noscript:hidden",
        selection.items.length === 0 &&
          "opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100",
      )}
    >
      <input
        type="checkbox"
        // Firefox would otherwise check the box again after a reload, before hydration.
        autoComplete="off"
        aria-label={`Select ${item.title}`}
        checked={selection.has(item.id)}
        className="size-5 accent-primary"
        onChange={({ nativeEvent }) =>
          selection.toggle(item.id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
}

interface CsvLinkProps {
  /** The board of the first item. On a board's page, all items belong to this board. */
  boardId: number | undefined;
}

/** A link that downloads the items that match the list's filters as a CSV file. */
function CsvLink({ boardId }: CsvLinkProps) {
  const { pathname } = useLocation();
  const categories = useQuery(wholeListQuery("/api/categories")).data;
  const { filters, isAdmin } = useFeedbackFilters(categories);
  const [, { query }] = feedbackPagesQuery(filters, null, isAdmin).queryKey;
  const ofBoard = pathname.startsWith("/board/") ? { boardId } : {};
  return (
    <div className="mt-4 flex justify-end">
      <Button asChild variant="ghost" size="sm" className="text-muted">
        <a href={addressOf("/api/feedback.csv", { query: { ...query, ...ofBoard } })} download>
          <Download aria-hidden="true" />
          Download CSV
        </a>
      </Button>
    </div>
  );
}
