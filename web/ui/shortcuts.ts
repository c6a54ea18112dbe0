import { useEffect, useEffectEvent } from "react";

/** A key and the action that it performs on a page. */
export interface Shortcut {
  readonly key: string;
  readonly does: string;
}

/** The shortcuts of the mounted components. Only effects write to this set. */
const listed = new Set<Shortcut>();

/**
 * Lists shortcuts in the `?` dialog. Returns a function that removes these shortcuts from the
 * dialog.
 */
export function listShortcuts(shortcuts: readonly Shortcut[]): () => void {
  for (const shortcut of shortcuts) listed.add(shortcut);
  return () => {
    for (const shortcut of shortcuts) listed.delete(shortcut);
  };
}

/** Returns the shortcuts of the displayed page, sorted by key. */
export function listedShortcuts(): Shortcut[] {
  return [...listed].toSorted((one, other) => one.key.localeCompare(other.key));
}

/**
 * Calls `handler` when the key is pressed while the component is mounted. `does` describes the
 * action of the key in the `?` dialog. The shortcut does not work while the user is typing, while
 * Ctrl, Alt or Cmd is pressed, or while a dialog or menu is open.
 */
export function useShortcut(key: string, does: string, handler: () => void): void {
  const run = useEffectEvent(handler);
  useEffect(() => listShortcuts([{ key, does }]), [key, does]);
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

// Checkboxes are excluded, because nobody types into a checkbox and shortcuts must work after a
// click on an item's checkbox.
const TYPING =
  "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";
// Closed dialogs and menus are excluded, because they stay in the document until their animation
// ends.
const FLOATING = ["dialog", "alertdialog", "menu"]
  .map((role) => `[role=${role}]:not([data-state=closed])`)
  .join();

/**
 * Whether a key press can be a shortcut. A key press is no shortcut while the user is typing, if
 * Ctrl, Alt or Cmd is pressed, or if the key is held down. It is no shortcut either while a dialog
 * or menu is open, or if another handler has prevented its default action.
 */
export function isMeantForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.target instanceof Element && event.target.closest(TYPING)) return false;
  return document.querySelector(FLOATING) === null;
}
