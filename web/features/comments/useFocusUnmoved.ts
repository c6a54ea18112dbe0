import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Returns a function that tells whether the focus is in the box, nowhere, or unchanged since the
 * box was mounted. Then the user has not moved on.
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
