import { useRef } from "react";

/** The element that had the focus last. A button that is disabled while it waits loses the focus. */
let lastFocused: HTMLElement | null = null;
if (!import.meta.env.SSR) {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement) lastFocused = target;
  });
}

/**
 * Restores the focus after a dialog closes; Radix does so only for its own triggers. If a menu item
 * opened the dialog, the item is gone and the menu's button receives the focus.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  const saveFocus = () => {
    const { activeElement, body } = document;
    const focused = activeElement === body ? lastFocused : activeElement;
    const active = focused instanceof HTMLElement ? focused : null;
    const menuButtonId = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
    opener.current = menuButtonId ? document.getElementById(menuButtonId) : active;
  };
  const restoreFocus = (event: Event) => {
    const target = opener.current;
    opener.current = null;
    // If the focus is already elsewhere, for instance on a new page, it stays there.
    if (document.activeElement !== document.body) return event.preventDefault();
    if (!target?.isConnected || target === document.body) return;
    event.preventDefault();
    target.focus();
  };
  return { saveFocus, restoreFocus };
}
