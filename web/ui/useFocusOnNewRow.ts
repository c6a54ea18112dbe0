import { useEffect, useRef } from "react";

/**
 * Focuses the first new item after 'Load more', because the button has moved or disappeared.
 * `count` is the number of loaded items. Inside `box`, `data-list-item` marks the element to focus
 * in each item.
 */
export function useFocusOnNewRow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    box.current?.querySelectorAll<HTMLElement>("[data-list-item]")[firstNew.current]?.focus();
    firstNew.current = null;
  }, [count]);
  const expectMore = () => {
    firstNew.current = count;
  };
  return { box, expectMore };
}
