import type { RefObject } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { isMeantForThePage } from "#web/ui/shortcuts.ts";

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** The ids of the displayed items, in the order of their cards. */
  ids: readonly number[];
  isSelecting: boolean;
  onToggle: (id: number, isRange: boolean) => void;
  onClear: () => void;
}

/** The keys that open a menu, with the menu's name. */
const MENUS: Readonly<Record<string, string>> = {
  s: "status",
  b: "board",
  c: "topic",
  a: "assignee",
};

/**
 * Works the list by keyboard. The current item is the one that has the focus. If it leaves the list
 * because a filter no longer matches, the item in its place gets the focus.
 */
export function useListKeys({ list, ids, isSelecting, onToggle, onClear }: ListKeys): void {
  const current = useRef({ index: -1, id: -1 });
  const cards = () => [...(list.current?.querySelectorAll("article") ?? [])];
  const focusedIndex = () => cards().findIndex((card) => card.contains(document.activeElement));
  const focus = (index: number) => cards()[index]?.querySelector<HTMLElement>("h2 a")?.focus();
  const openMenu = (within: ParentNode | undefined | null, name: string) => {
    const button = within?.querySelector<HTMLElement>(`[data-menu=${name}]`);
    button?.focus();
    button?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    return button !== undefined && button !== null;
  };
  // A menu of the bar needs a selected item. The bar is rendered before the next frame.
  const selectThenOpen = (key: string, focused: number): boolean => {
    const menu = MENUS[key];
    if (menu === undefined) return false;
    onToggle(ids[focused] ?? 0, false);
    requestAnimationFrame(() =>
      openMenu(document.querySelector("[aria-label='Selected items']"), menu),
    );
    return true;
  };
  const run = useEffectEvent((event: KeyboardEvent): boolean => {
    const { key } = event;
    const focused = focusedIndex();
    const index = focused === -1 ? current.current.index : focused;
    if (key === "j")
      focus(focused === -1 ? Math.max(index, 0) : Math.min(index + 1, ids.length - 1));
    else if (key === "k") focus(focused === -1 ? Math.max(index, 0) : Math.max(index - 1, 0));
    else if (key === "Escape" && isSelecting) onClear();
    else if (MENUS[key] !== undefined && isSelecting)
      return openMenu(document.querySelector("[aria-label='Selected items']"), MENUS[key]);
    else if (focused === -1) return false;
    else if (key === "x" || key === "X") onToggle(ids[focused] ?? 0, event.shiftKey);
    else if (key === "o") cards()[focused]?.querySelector<HTMLElement>("h2 a")?.click();
    else if (key === "s") return openMenu(cards()[focused], "status");
    else return selectThenOpen(key, focused);
    return true;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isMeantForThePage(event) && run(event)) event.preventDefault();
    };
    // Before the shortcuts of the page, of which `c` has another meaning on a card.
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  useEffect(() => {
    const remember = () => {
      const index = focusedIndex();
      if (index !== -1) current.current = { index, id: ids[index] ?? -1 };
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  });
  useEffect(() => {
    const { index, id } = current.current;
    const isLost = document.activeElement === document.body;
    if (id !== -1 && isLost && !ids.includes(id)) focus(Math.min(index, ids.length - 1));
  });
}
