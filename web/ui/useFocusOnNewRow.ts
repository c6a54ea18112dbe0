import { useEffect, useRef } from "react";

/**
 * After 'Load more': puts the focus on the first of the new items, since the button has moved on or gone. `count` is the number of items
 * loaded; what takes the focus in each is marked `data-list-item`, inside `box`.
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
