import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { useFieldChoices } from "#web/app/api/useFieldChoices.ts";
import { storeListOrder } from "#web/app/navigation/listOrder.ts";
import { cn } from "#web/ui/cn.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import type { ListTools } from "../FeedbackBrowser.tsx";
import type { FeedbackCardsProps } from "../FeedbackCards.tsx";
import { FeedbackCards, useListAddress } from "../FeedbackCards.tsx";
import type { FeedbackFilters } from "../feedbackFilters.ts";
import { CardMenu } from "../FollowMenu.tsx";
import { StatusBadge } from "../StatusBadge.tsx";
import { SavedViewLinks } from "../savedViews/SavedViewLinks.tsx";
import { AdminFilterFields } from "./AdminFilterFields.tsx";
import { AssigneeMenu } from "./AssigneeMenu.tsx";
import type { FieldChange } from "./changeItems.ts";
import { changeItems, deleteItems } from "./changeItems.ts";
import { FeedbackTable } from "./FeedbackTable.tsx";
import { useListDensity } from "./listDensity.ts";
import { ListToolbar } from "./ListToolbar.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { StatusMenu } from "./StatusMenu.tsx";
import { useListKeys } from "./useListKeys.ts";
import type { Selection } from "./useSelection.ts";
import { useSelection } from "./useSelection.ts";

/**
 * A list with the admins' tools: menus on each status badge and assignee, a selection with a bar
 * for bulk changes, and keyboard shortcuts (docs/product-decisions.md "Duplicates, triage"). The
 * selection stays after a change.
 */
function TriageList(props: FeedbackCardsProps) {
  const { items, total } = props;
  const list = useRef<HTMLUListElement>(null);
  const tableRef = useRef<HTMLTableSectionElement>(null);
  const isTable = useListDensity() === "table";
  const from = useListAddress();
  const client = useQueryClient();
  const selection = useSelection(items);
  const changeSelected = useChangeSelected(selection, props);
  const ids = items.map(({ id }) => id);
  const selectedIds = selection.items.map(({ id }) => id);
  const { toolsFor, openRowMenu } = useItemTools(selection, isTable);
  useListKeys({
    list: isTable ? tableRef : list,
    ids,
    selectedIds,
    onToggle: selection.toggle,
    onSelectForChange: selection.selectForChange,
    onClear: selection.clear,
    onField: openRowMenu,
  });
  useEffect(
    () => storeListOrder({ from, total, ids: items.map(({ id }) => id) }),
    [from, total, items],
  );
  const count = selection.items.length;
  return (
    <>
      {isTable ? (
        <FeedbackTable
          {...props}
          tableRef={tableRef}
          toolsFor={toolsFor}
          selectAll={<SelectAllBox selection={selection} total={items.length} />}
        />
      ) : (
        <FeedbackCards {...props} listRef={list} toolsFor={toolsFor} />
      )}
      <p role="status" className="sr-only">
        {count > 0 ? `${String(count)} selected` : ""}
      </p>
      {count > 0 ? (
        <SelectionBar
          selection={selection}
          onChange={(change, value) => void changeSelected(change, value)}
          onDelete={() => deleteItems(client, selectedIds)}
        />
      ) : null}
    </>
  );
}

/** Returns the tools of each item, and a function that opens the menu of a field at an item. */
function useItemTools(selection: Selection, isTable: boolean) {
  const assignees = useFieldChoices().find(({ name }) => name === "assigneeId")?.choices ?? [];
  const [rowMenu, setRowMenu] = useState<{ id: number; key: string } | null>(null);
  const toolsFor = (item: FeedbackItem) => ({
    isSelected: selection.has(item.id),
    selectBox: <SelectBox item={item} selection={selection} isTable={isTable} />,
    status: (
      <CardStatus item={item}>
        {rowMenu?.id === item.id ? (
          <RowMenu item={item} shortcut={rowMenu.key} onClose={() => setRowMenu(null)} />
        ) : null}
      </CardStatus>
    ),
    assignee: <AssigneeMenu item={item} choices={assignees} />,
    menu: <CardMenu item={item} />,
  });
  return { toolsFor, openRowMenu: (id: number, key: string) => setRowMenu({ id, key }) };
}

/**
 * Returns a function that changes the selected items. The toast says how many of them leave the
 * list.
 */
function useChangeSelected(
  selection: Selection,
  { filters, pageBoardId }: Pick<FeedbackCardsProps, "filters" | "pageBoardId">,
) {
  const client = useQueryClient();
  const viewerId = useCurrentUser()?.id;
  return async (change: FieldChange, value: string) => {
    const isLeaving = leavesList(change, filters, pageBoardId, viewerId);
    const isSaved = await changeItems(client, selection.items, change, (count) => ({
      title: `${countLabel(count, "item")}: ${value}`,
      ...(isLeaving && { description: `${countLabel(count, "item")} left this list.` }),
    }));
    if (isSaved) selection.settle();
  };
}

/** Whether items with these new values no longer match the list's filters. */
function leavesList(
  change: FieldChange,
  { status, unanswered, category, boardId, boardCategoryId, assigneeId }: FeedbackFilters,
  pageBoardId: number | null,
  viewerId: number | undefined,
): boolean {
  const isOther = (value: unknown, filter: unknown) =>
    value !== undefined && filter !== null && value !== filter;
  const assignees = { me: viewerId, none: null };
  const assignee = typeof assigneeId === "string" ? assignees[assigneeId] : assigneeId;
  return (
    isOther(change.status, status) ||
    // A new status answers an item.
    (unanswered === true && change.status !== undefined) ||
    isOther(change.category, category) ||
    isOther(change.boardId, pageBoardId ?? boardId) ||
    isOther(change.boardCategoryId, boardCategoryId) ||
    (assigneeId !== null && change.assigneeId !== undefined && change.assigneeId !== assignee)
  );
}

/** The admins' tools of a feedback list. */
export const LIST_TOOLS: ListTools = {
  Toolbar: ListToolbar,
  SidebarViews: SavedViewLinks,
  FilterFields: AdminFilterFields,
  Cards: TriageList,
};

/** The status badge of an item, which opens a menu of statuses. Menus that keys open are beside it. */
function CardStatus({ item, children }: { item: FeedbackItem; children: ReactNode }) {
  const client = useQueryClient();
  return (
    // Raises the open menu above the buttons of the items below.
    <span className="relative z-10 has-aria-expanded:z-20">
      <StatusMenu
        feedbackId={item.id}
        value={item.status}
        onChange={(change, label) =>
          void changeItems(client, [item], change, () => ({ title: `Status: ${label}` }))
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
  isTable: boolean;
}

/**
 * The checkbox that selects an item. On touch screens and while items are selected, the checkbox is
 * always visible. Otherwise, it is visible only on hover and focus. A click with Shift selects all
 * items from the last toggled item to this item.
 */
function SelectBox({ item, selection, isTable }: SelectBoxProps) {
  return (
    <CheckBox
      className={cn(
        "z-10",
        isTable ? "relative -mx-1" : "absolute top-4 left-1 sm:top-6",
        selection.items.length === 0 &&
          "opacity-0 group-hover:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100",
      )}
      label={`Select ${item.title}`}
      checked={selection.has(item.id)}
      onChange={({ nativeEvent }) =>
        selection.toggle(item.id, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  );
}

function SelectAllBox({ selection, total }: { selection: Selection; total: number }) {
  const isAll = selection.items.length === total;
  return (
    <CheckBox
      className="-mx-1"
      label="Select all"
      checked={isAll}
      onChange={() => (isAll ? selection.clear() : selection.selectAll())}
    />
  );
}

interface CheckBoxProps extends Omit<ComponentProps<"input">, "type"> {
  /** Applies to the area around the box, which selects as well. */
  className: string;
  label: string;
}

function CheckBox({ className, label, ...input }: CheckBoxProps) {
  return (
    <label className={cn("grid size-9 place-items-center noscript:hidden", className)}>
      <input
        type="checkbox"
        // Firefox would otherwise check the box again after a reload, before hydration.
        autoComplete="off"
        aria-label={label}
        className="size-5 accent-primary"
        {...input}
      />
    </label>
  );
}
