import type { RefObject } from "react";
import { useEffect } from "react";

/**
 * Moves the focus to `target` when the element in `box` that had the focus last was removed and
 * nothing else has the focus. An example is a button in a row that leaves a list. If a dialog is
 * open when the element is removed, the focus moves after the dialog has closed.
 */
export function useFocusFallback(
  box: RefObject<HTMLElement | null>,
  target: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const container = box.current;
    if (!container) return undefined;
    let lastFocused: Element | null = null;
    const remember = ({ target: focused }: FocusEvent) => {
      if (!(focused instanceof Element)) return;
      if (container.contains(focused)) lastFocused = focused;
      // Dialogs and menus return the focus to the element that opened them.
      else if (!focused.closest("[role$=dialog], [role=menu]")) lastFocused = null;
    };
    const check = () => {
      if (lastFocused?.isConnected !== false || document.activeElement !== document.body) return;
      lastFocused = null;
      target.current?.focus();
    };
    // The timeout runs after the timeout in which a closed dialog restores the focus.
    const observer = new MutationObserver(() => {
      if (lastFocused?.isConnected === false) setTimeout(check);
    });
    observer.observe(container, { childList: true, subtree: true });
    // Open dialogs are children of the body.
    observer.observe(document.body, { childList: true });
    document.addEventListener("focusin", remember);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", remember);
    };
  }, [box, target]);
}
