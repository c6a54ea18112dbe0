import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useEffect } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { storeListOrder } from "#web/app/navigation/listOrder.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import type { CardTools } from "../cardTools.ts";
import { CardStatus } from "./CardStatus.tsx";
import { changeItems, deleteItems } from "./changeItems.ts";
import { CsvLink } from "./CsvLink.tsx";
import { SelectBox } from "./SelectBox.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useListKeys } from "./useListKeys.ts";
import { useSelection } from "./useSelection.ts";

interface TriageProps {
  items: readonly FeedbackItem[];
  /** Number of items in the whole list. */
  total: number;
  list: RefObject<HTMLElement | null>;
  /** Path and query of the list. */
  from: string;
  /** Called with the tools for the cards on each change of the tools, and with null on unmount. */
  onTools: (tools: CardTools | null) => void;
}

/**
 * The admins' tools of a list: a menu on each status badge, a selection with a bar for bulk
 * changes, and keyboard shortcuts (docs/product-decisions.md "Duplicates, triage").
 */
export function Triage({ items, total, list, from, onTools }: TriageProps) {
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
  useEffect(() => onTools({ selection, SelectBox, CardStatus }), [onTools, selection]);
  useEffect(() => () => onTools(null), [onTools]);
  const count = selection.items.length;
  return (
    <>
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
