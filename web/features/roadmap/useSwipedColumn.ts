import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";

/** A swipe has ended after this many milliseconds without a scroll event. */
const SETTLE_TIME = 140;

/**
 * Returns the state of the swipeable columns on phones. `seen` is the index of the column in view
 * while swiping. `settled` is the index of the column where the swipe has ended. `show` scrolls to
 * another column. The hash of the URL stores the settled column, so that a reload or Back restores
 * this column.
 */
export function useSwipedColumn() {
  const isHydrated = useHydrated();
  const frame = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLDivElement>(null);
  const timer = useRef<number | undefined>(undefined);
  const [seen, setSeen] = useState(() => (isHydrated ? indexInHash() : 0));
  const [settled, setSettled] = useState(seen);

  useLayoutEffect(() => {
    const index = indexInHash();
    if (index === 0 || !isSwiped(region.current)) return;
    moveTo(region.current, index, "instant");
    setSeen(index);
    setSettled(index);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const settle = () => {
    const index = indexInView(region.current);
    setSettled(index);
    writeHash(index);
    // A newly selected column is scrolled to its top, even if the previous column was scrolled
    // down.
    if (index !== settled && (frame.current?.getBoundingClientRect().top ?? 0) < 0)
      frame.current?.scrollIntoView();
  };
  const onScroll = () => {
    if (!isSwiped(region.current)) return;
    setSeen(indexInView(region.current));
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(settle, SETTLE_TIME);
  };
  const show = (index: number) => {
    moveTo(region.current, index, "smooth");
    const column = region.current?.children[index];
    if (column instanceof HTMLElement) column.focus({ preventScroll: true });
  };
  return { frame, region, seen, settled, isHydrated, onScroll, show };
}

/** Whether the columns scroll sideways. Columns do not scroll sideways on wide screens. */
function isSwiped(region: HTMLElement | null): boolean {
  return region !== null && region.scrollWidth > region.clientWidth;
}

function indexInView(region: HTMLElement | null): number {
  if (!region) return 0;
  const last = ROADMAP_STATUSES.length - 1;
  const index = Math.round(
    (region.scrollLeft / (region.scrollWidth - region.clientWidth || 1)) * last,
  );
  return Math.min(Math.max(index, 0), last);
}

function moveTo(region: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  const column = region?.children[index];
  if (!region || !column) return;
  const left =
    column.getBoundingClientRect().left - region.getBoundingClientRect().left + region.scrollLeft;
  const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  region.scrollTo({
    left: left - Number.parseFloat(getComputedStyle(region).scrollPaddingLeft || "0"),
    behavior: isCalm ? "instant" : behavior,
  });
}

function indexInHash(): number {
  const index = ROADMAP_STATUSES.findIndex((status) => `#${status}` === window.location.hash);
  return Math.max(index, 0);
}

/**
 * Writes the hash without a navigation, because the new hash must neither load nor scroll anything.
 */
function writeHash(index: number): void {
  const { pathname, search } = window.location;
  const hash = index === 0 ? "" : `#${ROADMAP_STATUSES[index] ?? ""}`;
  window.history.replaceState(window.history.state, "", pathname + search + hash);
}
