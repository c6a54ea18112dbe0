import { useEffect, useEffectEvent } from "react";

/** The groups of the `?` dialog, in their order. */
export const SHORTCUT_GROUPS = ["Move", "General", "Change"] as const;
type ShortcutGroup = (typeof SHORTCUT_GROUPS)[number];

/** A key and the action that it performs on a page. */
export interface Shortcut {
  readonly key: string;
  readonly does: string;
  readonly group: ShortcutGroup;
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

/** Returns the shortcuts of the displayed page. */
export function listedShortcuts(): readonly Shortcut[] {
  return [...listed];
}

/**
 * Calls `handler` when the key is pressed while the component is mounted. `does` describes the
 * action of the key in the `?` dialog. The shortcut does not work while the user is typing, while
 * Ctrl, Alt or Cmd is pressed, or while a dialog or menu is open.
 */
export function useShortcut(
  key: string,
  does: string,
  handler: () => void,
  group: ShortcutGroup = "General",
): void {
  const run = useEffectEvent(handler);
  useEffect(() => listShortcuts([{ key, does, group }]), [key, does, group]);
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
 * After a key in a dialog or menu, the next keys can be the rest of a word that was typed into it.
 * They are ignored until no key was pressed for this number of milliseconds.
 */
const PAUSE_MS = 600;

/** The last key in a dialog or menu, or of the rest of a word. `at` has the unit of `timeStamp`. */
const lastTyped = { at: Number.NEGATIVE_INFINITY, path: "", key: "" };
let isWord = false;

const LETTER = /^[\p{L}\p{N}]$/u;

/**
 * Ignores the rest of a word whose first letters went to a dialog or menu that is closed by now.
 * Otherwise, the rest would change or delete items. A word ends when the user moves the focus on
 * purpose: with the pointer, a key without a letter, or `j` or `k` as the first key. It also ends on
 * another page.
 */
function ignoreRestOfWord(event: KeyboardEvent) {
  const { key, timeStamp, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isInside = document.querySelector(FLOATING) !== null;
  const path = window.location.pathname;
  const isSoon = timeStamp - lastTyped.at < PAUSE_MS && path === lastTyped.path;
  const isMove = !isWord && (key === "j" || key === "k");
  const isPart = LETTER.test(key) || (key === " " && LETTER.test(lastTyped.key));
  isWord = isSoon && isPart && !isMove && !isInside;
  lastTyped.at = isInside || isWord ? timeStamp : Number.NEGATIVE_INFINITY;
  lastTyped.path = path;
  lastTyped.key = key;
  // The text of a field is what the user means.
  if (isWord && !(target instanceof Element && target.closest(TYPING))) event.preventDefault();
}

if (!import.meta.env.SSR) {
  // The capture phase of the window runs before all shortcuts.
  window.addEventListener("keydown", ignoreRestOfWord, true);
  window.addEventListener(
    "pointerdown",
    () => {
      lastTyped.at = Number.NEGATIVE_INFINITY;
    },
    true,
  );
}

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
