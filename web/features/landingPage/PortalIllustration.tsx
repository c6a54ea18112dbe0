import chevronUpShapes from "lucide/dist/esm/icons/chevron-up.mjs";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { createIcon } from "#web/ui/icons.ts";

const ChevronUp = createIcon(chevronUpShapes);

interface IllustratedItem {
  readonly title: string;
  readonly text: string;
  readonly votes: number;
  readonly tone: BadgeTone;
  readonly status: string;
  readonly isVoted?: boolean;
}

const ITEMS: readonly IllustratedItem[] = [
  {
    title: "Recurring tasks for monthly retainers",
    text: "The same tasks come back every month, and we copy them by hand.",
    votes: 132,
    tone: "blue",
    status: "Planned",
    isVoted: true,
  },
  {
    title: "Timeline across all projects",
    text: "Show who is busy when, without opening each project.",
    votes: 96,
    tone: "violet",
    status: "Under Development",
  },
  {
    title: "Show running timer in the browser tab",
    text: "I forget that it runs.",
    votes: 38,
    tone: "green",
    status: "Complete",
  },
];

/**
 * An illustration of a portal with navigation and a list of items, in the site's colours. It is not
 * a picture, because a picture would be the largest element of the first screen and appear later
 * than the text.
 */
export function PortalIllustration() {
  return (
    <div
      aria-hidden="true"
      className="overflow-hidden rounded-xl border bg-canvas shadow-float select-none"
    >
      <div className="flex items-center gap-4 border-b-2 border-b-accent bg-surface px-4 py-3 text-xs font-medium text-muted">
        <span className="size-5 rounded-md bg-primary" />
        <span>Roadmap</span>
        <span className="text-ink">Feedback</span>
        <span>Changelog</span>
      </div>
      <ul className="space-y-2 p-3 sm:p-4">
        {ITEMS.map((item) => (
          <IllustratedCard key={item.title} item={item} />
        ))}
      </ul>
    </div>
  );
}

function IllustratedCard({
  item: { title, text, votes, tone, status, isVoted = false },
}: {
  item: IllustratedItem;
}) {
  return (
    <li className="flex items-center gap-3 rounded-lg border bg-surface p-3">
      <span
        className={cn(
          "flex h-13 w-11 shrink-0 flex-col items-center justify-center rounded-lg border text-xs font-semibold text-ink tabular-nums",
          isVoted ? "border-primary-edge bg-primary-tint" : "bg-surface",
        )}
      >
        <ChevronUp aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
        {votes}
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{title}</p>
        <p className="truncate text-xs text-muted">{text}</p>
        <Badge tone={tone} className="mt-2">
          {status}
        </Badge>
      </div>
    </li>
  );
}
