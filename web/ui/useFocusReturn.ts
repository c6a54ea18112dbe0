import { useRef } from "react";

/**
 * Restores the focus after a dialog closes, because Radix restores the focus only to its own
 * triggers. If a menu item opened the dialog, the menu's button receives the focus, because the
 * item no longer exists.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  const saveFocus = () => {
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const menuButtonId = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
    opener.current = menuButtonId ? document.getElementById(menuButtonId) : active;
  };
  const restoreFocus = (event: Event) => {
    const target = opener.current;
    opener.current = null;
    // If another element already has the focus, for instance on a new page, the focus does not
    // move.
    if (document.activeElement !== document.body) return event.preventDefault();
    if (!target?.isConnected || target === document.body) return;
    event.preventDefault();
    target.focus();
  };
  return { saveFocus, restoreFocus };
}
