import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { FIELD_SHORTCUTS } from "#web/app/api/useFieldChoices.ts";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { withPressedKey } from "#web/app/navigation/routeState.ts";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";
import { pressButton } from "./pressButton.ts";

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** The ids of the displayed items, in the order of their cards. */
  ids: readonly number[];
  selectedIds: readonly number[];
  onToggle: (id: number, isRange: boolean) => void;
  /** Selects an item that a key is about to change. */
  onSelectForChange: (id: number) => void;
  onClear: () => void;
  /** Opens the menu of a field at the card of an item. */
  onField: (id: number, key: string) => void;
}

const LIST_SHORTCUTS: readonly Shortcut[] = [
  { key: "j", does: "Next item", group: "Move" },
  { key: "k", does: "Previous item", group: "Move" },
  { key: "o", does: "Open the item", group: "Move" },
  { key: "x", does: "Select the item", group: "Move" },
  { key: "Esc", does: "Clear the selection", group: "Move" },
  ...FIELD_SHORTCUTS,
  { key: "e", does: "Edit the item", group: "Change" },
  { key: "w", does: "Close the focused or selected items", group: "Change" },
  { key: "m", does: "Merge the focused or selected items", group: "Change" },
  { key: "d", does: "Delete the focused or selected items", group: "Change" },
];

const FIELD_KEYS = FIELD_SHORTCUTS.map(({ key }) => key);

/** The keys that press a button of the selection bar. The button has the key as `data-key`. */
const BAR_KEYS = [...FIELD_KEYS, "w", "m", "d"];

/**
 * Enables keyboard shortcuts for admins in the list. A key that changes, closes, merges, deletes or
 * edits items applies to the selected items or, if no item is selected, to the focused item. The
 * keys `x` and `o` always apply to the focused item.
 */
export function useListKeys(keys: ListKeys): void {
  const { list, ids, selectedIds, onToggle, onSelectForChange, onClear, onField } = keys;
  const navigate = useNavigate();
  const isSelecting = selectedIds.length > 0;
  const { cardAt, focusedIndex, lastIndex } = useCards(list, ids, isSelecting);
  // The bar is rendered only while an item is selected, so the button is pressed in the next frame.
  const selectThenPress = (key: string, index: number): boolean => {
    onSelectForChange(ids[index] ?? 0);
    requestAnimationFrame(() => pressInBar(key));
    return true;
  };
  // The dialog that edits an item is on the item's page, so this function opens the page.
  const editItem = (focused: number): boolean => {
    if (selectedIds.length > 1) return false;
    const link = cardAt(isSelecting ? ids.indexOf(selectedIds[0] ?? 0) : focused)?.link;
    if (link) navigate(link.href, { state: withPressedKey("e") });
    return link !== undefined;
  };
  const run = useEffectEvent(({ key, shiftKey }: KeyboardEvent): boolean => {
    const focused = focusedIndex();
    const step = { j: 1, k: -1 }[key];
    if (step !== undefined)
      cardAt(focused === -1 ? Math.max(lastIndex(), 0) : focused + step)?.link.focus();
    else if (key === "Escape" && isSelecting) onClear();
    else if (BAR_KEYS.includes(key) && isSelecting) return pressInBar(key);
    else if (key === "e") return editItem(focused);
    else if (focused === -1) return false;
    else if (key === "x" || key === "X") onToggle(ids[focused] ?? 0, shiftKey);
    else if (key === "o") cardAt(focused)?.link.click();
    else if (key === "s") return pressButton(cardAt(focused)?.card, key);
    else if (FIELD_KEYS.includes(key)) onField(ids[focused] ?? 0, key);
    else return BAR_KEYS.includes(key) && selectThenPress(key, focused);
    return true;
  });
  useEffect(() => listShortcuts(LIST_SHORTCUTS), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isMeantForThePage(event) && run(event)) event.preventDefault();
    };
    // The capture phase runs before the shortcuts of the page. `c` changes the category while a
    // card has the focus, and otherwise is a shortcut of the page.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/**
 * Finds the list's cards and the focused card. If the focused element is removed with the bar, the
 * item that had the focus last gets the focus. If the focused item leaves the list because a filter
 * no longer matches, the item now at the same position gets the focus.
 */
function useCards(list: ListKeys["list"], ids: ListKeys["ids"], isSelecting: boolean) {
  const wasSelecting = useRef(false);
  const last = useRef({ index: -1, id: -1 });
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("article, tr") ?? [])];
  const focusedIndex = () => cards().findIndex((card) => card.contains(document.activeElement));
  const cardAt = (index: number) => {
    const card = cards()[index];
    const link = card?.querySelector<HTMLAnchorElement>("h2 a");
    return card && link ? { card, link } : undefined;
  };
  useEffect(() => {
    const remember = () => {
      const index = focusedIndex();
      if (index !== -1) last.current = { index, id: ids[index] ?? -1 };
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  });
  useEffect(() => {
    const isBarRemoved = wasSelecting.current && !isSelecting;
    wasSelecting.current = isSelecting;
    const { index, id } = last.current;
    if (id === -1 || document.activeElement !== document.body) return;
    const place = ids.indexOf(id);
    if (place === -1) cardAt(Math.min(index, ids.length - 1))?.link.focus();
    else if (isBarRemoved) cardAt(place)?.link.focus();
  });
  return { cardAt, focusedIndex, lastIndex: () => last.current.index };
}

/** Presses a button of the selection bar. On narrow screens, the bar's buttons are shown first. */
function pressInBar(key: string): boolean {
  const bar = document.querySelector("[aria-label='Selected items']");
  const isHidden = bar?.querySelector(`[data-key=${key}]`)?.checkVisibility() === false;
  if (isHidden) flushSync(() => bar?.querySelector<HTMLElement>("[data-shows-actions]")?.click());
  return pressButton(bar, key);
}
