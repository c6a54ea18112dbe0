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

/**
 * Moves the focus to `target` if no element has the focus after the calling component has
 * unmounted. Use it in a component inside a dialog if the element that opened the dialog can be
 * removed meanwhile.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null> | undefined) {
  useEffect(
    () => () => {
      // This timeout runs after the timeout in which the dialog restores the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) target?.current?.focus();
      });
    },
    [target],
  );
}

/**
 * Moves the focus to the first field with this name. If the field is in a closed disclosure, opens
 * the disclosure.
 */
export function showField(form: HTMLFormElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[name=${name}]`);
  field?.closest("details")?.setAttribute("open", "");
  field?.focus();
}
