import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { IllustratedLine } from "./IllustratedLine.tsx";
import { IllustratedVote } from "./IllustratedVote.tsx";

interface PictureItem {
  readonly title: string;
  readonly votes: number;
  readonly tone: BadgeTone;
  readonly status: string;
  readonly isVoted?: boolean;
}

const ITEMS: readonly PictureItem[] = [
  {
    title: "Export a board to CSV",
    votes: 128,
    tone: "violet",
    status: "Under Development",
    isVoted: true,
  },
  { title: "Reminders by e-mail", votes: 96, tone: "blue", status: "Planned" },
  { title: "A shortcut for search", votes: 54, tone: "green", status: "Complete" },
];

/** An illustration of a portal with navigation and a list of items. */
export function PortalIllustration() {
  return (
    <div
      aria-hidden="true"
      className="overflow-hidden rounded-xl border bg-canvas shadow-float select-none"
    >
      <div className="flex items-center gap-3 border-b bg-surface px-4 py-3">
        <span className="size-5 rounded-md bg-primary" />
        <IllustratedLine className="h-2 w-14 bg-control" />
        <IllustratedLine className="ml-3 h-2 w-12" />
        <IllustratedLine className="h-2 w-12" />
        <IllustratedLine className="h-2 w-12 max-sm:hidden" />
        <span className="ml-auto size-6 rounded-full bg-primary-tint" />
      </div>
      <ul className="space-y-2 p-3 sm:p-4">
        {ITEMS.map(({ title, votes, tone, status, isVoted }) => (
          <li key={title} className="flex items-center gap-3 rounded-lg border bg-surface p-3">
            <IllustratedVote votes={votes} isVoted={isVoted} className="h-13 w-11" />
            <div className="min-w-0 flex-1">
              <p className="text-sm font-semibold">{title}</p>
              <IllustratedLine className="mt-2 w-5/6" />
              <Badge tone={tone} className="mt-2">
                {status}
              </Badge>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
