import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { storeListOrder } from "#web/app/navigation/listOrder.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { CardMenu } from "../CardMenu.tsx";
import type { ListTools } from "../FeedbackBrowser.tsx";
import type { FeedbackCardsProps } from "../FeedbackCards.tsx";
import { FeedbackCards } from "../FeedbackCards.tsx";
import { PeopleSelect } from "../PeopleSelect.tsx";
import { useListAddress } from "../useListAddress.ts";
import { SavedViews } from "../views/SavedViews.tsx";
import { CardStatus } from "./CardStatus.tsx";
import { changeItems, deleteItems } from "./changeItems.ts";
import { CsvLink } from "./CsvLink.tsx";
import { SelectBox } from "./SelectBox.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useListKeys } from "./useListKeys.ts";
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
  useListKeys({ list, ids, selectedIds, onToggle: selection.toggle, onClear: selection.clear });
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
          status: <CardStatus item={item} />,
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
