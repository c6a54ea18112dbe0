import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { withPressedKey } from "#web/app/navigation/pressedKey.ts";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** The ids of the displayed items, in the order of their cards. */
  ids: readonly number[];
  selectedIds: readonly number[];
  onToggle: (id: number, isRange: boolean) => void;
  onClear: () => void;
}

const LIST_SHORTCUTS: readonly Shortcut[] = [
  { key: "j", does: "Next item" },
  { key: "k", does: "Previous item" },
  { key: "o", does: "Open the item" },
  { key: "x", does: "Select the item" },
  { key: "s", does: "Change the status" },
  { key: "b", does: "Change the board" },
  { key: "c", does: "Change the topic of the focused or selected items" },
  { key: "a", does: "Assign" },
  { key: "m", does: "Merge the item" },
  { key: "e", does: "Edit the item" },
];

/** The keys that open a menu, with the menu's name. */
const MENUS: Readonly<Record<string, string>> = {
  s: "status",
  b: "board",
  c: "topic",
  a: "assignee",
};

/** Works the list by keyboard. The current item is the one that has the focus. */
export function useListKeys({ list, ids, selectedIds, onToggle, onClear }: ListKeys): void {
  const navigate = useNavigate();
  const { cardAt, focusedIndex, lastIndex } = useCards(list, ids);
  const isSelecting = selectedIds.length > 0;
  // A menu of the bar needs a selected item. The bar is rendered before the next frame.
  const selectThenOpen = (menu: string, index: number): boolean => {
    onToggle(ids[index] ?? 0, false);
    requestAnimationFrame(() => openBarMenu(menu));
    return true;
  };
  // The dialogs of an item are on its page.
  const openItemWith = (key: string, focused: number): boolean => {
    if (selectedIds.length > 1) return false;
    const link = cardAt(isSelecting ? ids.indexOf(selectedIds[0] ?? 0) : focused)?.link;
    if (link) navigate(link.href, { state: withPressedKey(key) });
    return link !== undefined;
  };
  const run = useEffectEvent(({ key, shiftKey }: KeyboardEvent): boolean => {
    const focused = focusedIndex();
    const menu = MENUS[key];
    const step = { j: 1, k: -1 }[key];
    if (step !== undefined)
      cardAt(focused === -1 ? Math.max(lastIndex(), 0) : focused + step)?.link.focus();
    else if (key === "Escape" && isSelecting) onClear();
    else if (menu !== undefined && isSelecting) return openBarMenu(menu);
    else if (key === "m" || key === "e") return openItemWith(key, focused);
    else if (focused === -1) return false;
    else if (key === "x" || key === "X") onToggle(ids[focused] ?? 0, shiftKey);
    else if (key === "o") cardAt(focused)?.link.click();
    else if (key === "s") return openMenu(cardAt(focused)?.card, "status");
    else return menu !== undefined && selectThenOpen(menu, focused);
    return true;
  });
  useEffect(() => listShortcuts(LIST_SHORTCUTS), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isMeantForThePage(event) && run(event)) event.preventDefault();
    };
    // Before the shortcuts of the page, of which `c` has another meaning on a card.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/**
 * The cards of the list, and which of them has the focus. If the focused item leaves the list
 * because a filter no longer matches, the item in its place gets the focus.
 */
function useCards(list: ListKeys["list"], ids: ListKeys["ids"]) {
  const last = useRef({ index: -1, id: -1 });
  const cards = () => [...(list.current?.querySelectorAll("article") ?? [])];
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
    const { index, id } = last.current;
    const isLost = document.activeElement === document.body;
    if (id !== -1 && isLost && !ids.includes(id))
      cardAt(Math.min(index, ids.length - 1))?.link.focus();
  });
  return { cardAt, focusedIndex, lastIndex: () => last.current.index };
}

/** Opens a menu by its button. Returns whether there is such a button. */
function openMenu(within: ParentNode | undefined | null, name: string): boolean {
  const button = within?.querySelector<HTMLElement>(`[data-menu=${name}]`);
  button?.focus();
  button?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  return button !== undefined && button !== null;
}

const openBarMenu = (name: string) =>
  openMenu(document.querySelector("[aria-label='Selected items']"), name);
