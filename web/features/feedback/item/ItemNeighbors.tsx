import { useEffect, useEffectEvent } from "react";
import { storedListOrder } from "#web/app/navigation/listOrder.ts";
import { useNavigate, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { ChevronRight } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { useHydrated } from "#web/ui/useHydrated.ts";

const NEIGHBOR_SHORTCUTS: readonly Shortcut[] = [
  { key: "j", does: "Next item", group: "Move" },
  { key: "k", does: "Previous item", group: "Move" },
];

/**
 * The position of an item in the list that the admin came from, with links to the previous and the
 * next item. The key `k` opens the previous item, and the key `j` opens the next item.
 */
export function ItemNeighbors({ feedbackId }: { feedbackId: number }) {
  const neighbors = useNeighbors(feedbackId);
  const navigate = useNavigate();
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const to = { j: neighbors?.next, k: neighbors?.previous }[event.key];
    if (to === undefined || !isMeantForThePage(event)) return;
    event.preventDefault();
    navigate(to);
  });
  useEffect(() => {
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, []);
  const hasNeighbors = neighbors !== null;
  useEffect(() => (hasNeighbors ? listShortcuts(NEIGHBOR_SHORTCUTS) : undefined), [hasNeighbors]);
  if (!neighbors) return null;
  return (
    <nav
      aria-label="Items of the list"
      className="flex items-center gap-2 text-sm text-muted max-sm:-my-2 max-sm:gap-1"
    >
      <span className="tabular-nums">
        {neighbors.place} of {neighbors.total}
      </span>
      <NeighborLink to={neighbors.previous} name="Previous" />
      <NeighborLink to={neighbors.next} name="Next" />
    </nav>
  );
}

/** Renders a link to a neighbor. Without a URL, renders a disabled button in its place. */
function NeighborLink({ to, name }: { to: string | undefined; name: "Previous" | "Next" }) {
  const look = { variant: "secondary", size: "sm", className: "max-sm:px-2.5" } as const;
  const content = (
    <>
      {/* With words, the buttons would be below the back link, and appear there after hydration. */}
      <ChevronRight
        aria-hidden="true"
        className={name === "Next" ? "sm:hidden" : "rotate-180 sm:hidden"}
      />
      <span className="max-sm:sr-only">{name}</span>
    </>
  );
  if (to === undefined)
    return (
      <Button {...look} disabled>
        {content}
      </Button>
    );
  return (
    <Button {...look} asChild>
      <a href={to}>
        {content}
        <span className="sr-only"> item</span>
      </a>
    </Button>
  );
}

/** The position of an item in the list that the admin came from. */
interface Neighbors {
  /** The URL of the list. */
  readonly list: string;
  /** The item's position in the list, counted from 1. */
  readonly place: number;
  readonly total: number;
  /** The URL of the previous item; undefined for the first item. */
  readonly previous: string | undefined;
  /** The URL of the next item; undefined for the last item that the list had loaded. */
  readonly next: string | undefined;
}

/** Returns an item's neighbors; null if the admin did not come from a list with the item. */
function useNeighbors(feedbackId: number): Neighbors | null {
  const [params] = useSearchParams();
  // The server does not know the list, and hydration must render the same HTML.
  const order = useHydrated() ? storedListOrder(params.get("from")) : null;
  const index = order?.ids.indexOf(feedbackId) ?? -1;
  if (!order || index === -1) return null;
  const from = new URLSearchParams({ from: order.from }).toString();
  const addressOf = (id: number | undefined) =>
    id === undefined ? undefined : `/feedback/${String(id)}?${from}`;
  return {
    list: order.from,
    place: index + 1,
    total: order.total,
    previous: addressOf(order.ids[index - 1]),
    next: addressOf(order.ids[index + 1]),
  };
}

interface GoOn {
  /** Opens the next item or, after the last item that the list had loaded, the list. */
  readonly open: () => void;
  /** Says that the item is the last one of the list; undefined for other items. */
  readonly ending: string | undefined;
}

/**
 * Returns how to go on after an item was saved. Returns null if the admin did not come from a list
 * with the item.
 */
export function useGoOn(feedbackId: number): GoOn | null {
  const neighbors = useNeighbors(feedbackId);
  const navigate = useNavigate();
  if (!neighbors) return null;
  const { next, list, place, total } = neighbors;
  const isLast = place === total ? "the last item" : "the last loaded item";
  return {
    ending: next === undefined ? `That was ${isLast} of the list` : undefined,
    open: () => {
      // All changes are saved, but the navigation would still ask for a confirmation.
      forgetUnsavedChanges();
      navigate(next ?? list);
    },
  };
}
