import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Returns a function that returns false if the user has moved the focus to another control. It
 * returns true if the focus is inside `box`, on no element, or on the element that had the focus
 * when `box` was mounted.
 */
export function useFocusUnmoved(box: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  return () => {
    const now = document.activeElement;
    return now === document.body || now === before.current || (box.current?.contains(now) ?? false);
  };
}
