import type { RefObject } from "react";
import { useEffect, useEffectEvent } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { pressedKeyOf } from "#web/app/navigation/routeState.ts";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";

const ITEM_SHORTCUTS: readonly Shortcut[] = [
  { key: "s", does: "Change the status" },
  { key: "b", does: "Change the board" },
  { key: "c", does: "Change the category" },
  { key: "t", does: "Change the topic" },
  { key: "a", does: "Assign" },
  { key: "w", does: "Close the item" },
  { key: "r", does: "Reopen the item" },
  { key: "m", does: "Merge the item" },
  { key: "d", does: "Delete the item" },
  { key: "e", does: "Edit the item" },
  { key: "Esc", does: "Leave the field" },
  { key: "Ctrl Enter", does: "Save" },
  { key: "Ctrl Shift Enter", does: "Save and open the next item" },
];

/**
 * Enables keyboard shortcuts for admins in the panel. A key focuses the field, or presses the
 * button, that has the key as `data-key`. If a key in the list has opened the page, the button of
 * this key is pressed once.
 * @param reveal shows the fields, which are hidden at first on narrow screens
 */
export function useItemKeys(panel: RefObject<HTMLElement | null>, reveal: () => void): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const press = useEffectEvent((key: string): boolean => {
    const controls = panel.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
    const control = [...controls].find(({ dataset }) => dataset["key"] === key);
    if (!control) return false;
    if (control instanceof HTMLButtonElement) {
      control.click();
    } else {
      flushSync(reveal);
      control.focus();
    }
    return true;
  });
  const pressOnOpening = useEffectEvent(() => {
    const key = pressedKeyOf(state);
    if (key === null) return;
    // Removes the key from the history entry. Otherwise Back or a reload would press the button
    // again.
    navigate({ search }, { replace: true, keepScroll: true });
    press(key);
  });
  useEffect(() => listShortcuts(ITEM_SHORTCUTS), []);
  useEffect(() => pressOnOpening(), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isMeantForThePage(event) && press(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
