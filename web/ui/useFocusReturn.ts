import { useRef } from "react";

/**
 * Remembers what had the focus before a dialog opened, and gives it back. Radix does so only for its own triggers.
 * An entry of a menu is gone by then: the focus goes to the menu's button.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  const remember = () => {
    const active = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const menuButtonId = active?.closest("[role=menu]")?.getAttribute("aria-labelledby");
    opener.current = menuButtonId ? document.getElementById(menuButtonId) : active;
  };
  const giveBack = (event: Event) => {
    const target = opener.current;
    opener.current = null;
    // It went on elsewhere meanwhile, as to the page a drawer's link led to: it stays there.
    if (document.activeElement !== document.body) return event.preventDefault();
    if (!target?.isConnected || target === document.body) return;
    event.preventDefault();
    target.focus();
  };
  return { remember, giveBack };
}
