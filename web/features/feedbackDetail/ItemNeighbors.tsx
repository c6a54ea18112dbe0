import { useEffect, useEffectEvent } from "react";
import { storedListOrder } from "#web/app/navigation/listOrder.ts";
import { useNavigate, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { isMeantForThePage } from "#web/ui/shortcuts.ts";

/**
 * The position of an item in the list that the admin came from, with links to the items before and
 * after it. The keys `k` and `j` follow the links.
 */
export function ItemNeighbors({ feedbackId }: { feedbackId: number }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const from = params.get("from");
  const order = storedListOrder(from);
  const place = order?.ids.indexOf(feedbackId) ?? -1;
  const addressOf = (id: number | undefined) =>
    id === undefined
      ? undefined
      : `/feedback/${String(id)}?${new URLSearchParams({ from: from ?? "" }).toString()}`;
  const previous = addressOf(place > 0 ? order?.ids[place - 1] : undefined);
  const next = addressOf(place === -1 ? undefined : order?.ids[place + 1]);
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const to = event.key === "j" ? next : event.key === "k" ? previous : undefined;
    if (to === undefined || !isMeantForThePage(event)) return;
    event.preventDefault();
    navigate(to);
  });
  useEffect(() => {
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, []);
  if (!order || place === -1) return null;
  return (
    <nav aria-label="Items of the list" className="flex items-center gap-2 text-sm text-muted">
      <span className="tabular-nums">
        {place + 1} of {order.total}
      </span>
      <NeighborLink to={previous} name="Previous" />
      <NeighborLink to={next} name="Next" />
    </nav>
  );
}

/** A link to another item; without an address, a disabled button in its place. */
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
