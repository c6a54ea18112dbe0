import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";

/** Milliseconds without a scroll event after which a swipe counts as done. */
const SETTLE_TIME = 140;

/**
 * The columns as pages to be swiped through on a phone: which one is seen while the finger moves
 * (`seen`), which one it came to rest on (`settled`, by index), and the way to another (`show`).
 * The address's hash keeps the place, so that a reload and the way back from an item find it again.
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
    // Another column begins at its top, however far down the one before was read.
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

/** From the width on where the columns stand beside each other there is nothing to swipe. */
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
 * Past the navigator: nothing on the page depends on it, and nothing is to be loaded or scrolled
 * for it.
 */
function writeHash(index: number): void {
  const { pathname, search } = window.location;
  const hash = index === 0 ? "" : `#${ROADMAP_STATUSES[index] ?? ""}`;
  window.history.replaceState(window.history.state, "", pathname + search + hash);
}
