import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Asks whether the focus is in the box, nowhere, or where it was when the box came: then whoever
 * waits for an answer has not gone on.
 */
export function useUnmovedFocus(box: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  return () => {
    const now = document.activeElement;
    return now === document.body || now === before.current || (box.current?.contains(now) ?? false);
  };
}
