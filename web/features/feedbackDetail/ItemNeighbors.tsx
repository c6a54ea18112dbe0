import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import type { Shortcut } from "#web/ui/shortcuts.ts";
import { isMeantForThePage, listShortcuts } from "#web/ui/shortcuts.ts";
import { useNeighbors } from "./useNeighbors.ts";

const NEIGHBOR_SHORTCUTS: readonly Shortcut[] = [
  { key: "j", does: "Next item" },
  { key: "k", does: "Previous item" },
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
    <nav aria-label="Items of the list" className="flex items-center gap-2 text-sm text-muted">
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
  const look = { variant: "secondary", size: "sm" } as const;
  if (to === undefined)
    return (
      <Button {...look} disabled>
        {name}
      </Button>
    );
  return (
    <Button {...look} asChild>
      <a href={to}>
        {name}
        <span className="sr-only"> item</span>
      </a>
    </Button>
  );
}
