import { useEffect, useEffectEvent } from "react";

/** The keyboard shortcuts, as the `?` dialog lists them. */
export const SHORTCUTS = [
  { key: "/", does: "Focus the search" },
  { key: "c", does: "Submit feedback" },
  { key: "?", does: "Show these keys" },
] as const;

/** The keys of admins in lists of items and, at the end, on an item's page. */
export const ADMIN_SHORTCUTS = [
  { key: "j", does: "Next item" },
  { key: "k", does: "Previous item" },
  { key: "o", does: "Open the item" },
  { key: "x", does: "Select the item" },
  { key: "s", does: "Change the status" },
  { key: "b", does: "Change the board" },
  { key: "c", does: "Change the topic of the focused or selected items" },
  { key: "a", does: "Assign" },
  { key: "n", does: "Write an internal note about the opened item" },
] as const;

export type ShortcutKey = (typeof SHORTCUTS | typeof ADMIN_SHORTCUTS)[number]["key"];

/**
 * Calls `handler` when the key is pressed while the component is mounted. The shortcut does not
 * work while the user is typing, with Ctrl, Alt or Cmd, or while a dialog or menu is open.
 */
export function useShortcut(key: ShortcutKey, handler: () => void): void {
  const run = useEffectEvent(handler);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || !isMeantForThePage(event)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [key]);
}

const TYPING = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
const FLOATING = "[role=dialog], [role=alertdialog], [role=menu]";

/**
 * Whether a key press is a shortcut: the user is not typing, holds no Ctrl, Alt or Cmd, and no
 * dialog or menu is open.
 */
export function isMeantForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPING)) return false;
  return document.querySelector(FLOATING) === null;
}
