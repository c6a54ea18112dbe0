import globeShapes from "lucide/dist/esm/icons/globe.mjs";
import chevronUpShapes from "lucide/dist/esm/icons/chevron-up.mjs";
import checkShapes from "lucide/dist/esm/icons/check.mjs";
import type { BadgeTone } from "#web/ui/Badge.tsx";
import { Badge, ToneDot } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import type { IconComponent } from "#web/ui/icons.ts";
import { Lock, createIcon } from "#web/ui/icons.ts";

const Check = createIcon(checkShapes);
const ChevronUp = createIcon(chevronUpShapes);
const Globe = createIcon(globeShapes);

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

const COLUMNS: readonly { tone: BadgeTone; cards: readonly string[] }[] = [
  { tone: "amber", cards: ["w-9", "w-6", "w-8"] },
  { tone: "blue", cards: ["w-7", "w-9"] },
  { tone: "violet", cards: ["w-8"] },
  { tone: "green", cards: ["w-6", "w-8"] },
];

/** An illustration of the four columns of the roadmap. */
export function RoadmapIllustration() {
  return (
    <div className="grid h-32 w-full max-w-72 grid-cols-4 gap-2">
      {COLUMNS.map(({ tone, cards }) => (
        <div key={tone} className="space-y-1.5 rounded-lg bg-hover p-1.5">
          <div className="flex items-center gap-1 py-0.5">
            <ToneDot tone={tone} className="size-1.5" />
            <IllustratedLine className="w-6 bg-control" />
          </div>
          {cards.map((width, index) => (
            <div key={index} className="space-y-1 rounded border bg-surface p-1.5">
              <IllustratedLine className={`${width} max-w-full bg-control`} />
              <IllustratedLine className="w-full" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** An illustration of two items on a board. The viewer has voted for the first item. */
export function BoardIllustration() {
  return (
    <div className="w-full max-w-72 space-y-2">
      <PictureRequest title="Export to CSV" votes={42} isVoted />
      <PictureRequest title="Dark mode" votes={27} />
    </div>
  );
}

function PictureRequest({
  title,
  votes,
  isVoted = false,
}: {
  title: string;
  votes: number;
  isVoted?: boolean;
}) {
  return (
    <div className="flex items-center gap-3 rounded-lg border bg-surface p-2">
      <IllustratedVote votes={votes} isVoted={isVoted} />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="text-xs font-semibold">{title}</p>
        <IllustratedLine className="w-11/12" />
        <IllustratedLine className="w-2/3" />
      </div>
    </div>
  );
}

const ENTRIES = ["Single sign-on", "Faster search", "Weekly summary"];

/** An illustration of completed items on a timeline. */
export function ChangelogIllustration() {
  return (
    <ol className="w-full max-w-60 space-y-3 border-l">
      {ENTRIES.map((title) => (
        <li key={title} className="relative pl-5">
          <span className="absolute top-0 -left-2 flex size-4 items-center justify-center rounded-full bg-green-tint text-green-text">
            <Check aria-hidden="true" className="size-2.5" strokeWidth={3} />
          </span>
          <p className="text-xs leading-4 font-semibold">{title}</p>
          <IllustratedLine className="mt-1.5 w-5/6" />
        </li>
      ))}
    </ol>
  );
}

const PORTALS = [
  { address: "acme.", bar: "bg-blue-dot", place: "translate-y-2" },
  { address: "globex.", bar: "bg-green-dot", place: "-translate-y-1" },
  { address: "initech.", bar: "bg-amber-dot", place: "translate-y-3" },
];

/** An illustration of three portals, each with a URL and a colour of its own. */
export function TenantsIllustration() {
  return (
    <div className="grid w-full max-w-72 grid-cols-3 gap-2">
      {PORTALS.map(({ address, bar, place }) => (
        <div key={address} className={cn("overflow-hidden rounded-lg border bg-surface", place)}>
          <div className={cn("h-2", bar)} />
          <div className="space-y-1.5 p-2">
            <p className="text-xs font-medium">{address}</p>
            <IllustratedLine className="w-full" />
            <IllustratedLine className="w-3/4" />
            <span className={cn("block h-3 w-8 rounded", bar)} />
          </div>
        </div>
      ))}
    </div>
  );
}

const COLOURS = ["#4f46e5", "#0f766e", "#be123c", "#b45309", "#0369a1"];

/** An illustration of a palette and a page in the colours of the palette. */
export function BrandingIllustration() {
  return (
    <div className="w-full max-w-64 rounded-lg border bg-surface p-3">
      <div className="flex items-center gap-2">
        <svg viewBox="0 0 32 32" className="size-7">
          <rect width="32" height="32" rx="9" className="fill-primary" />
          <path d="M9 21 16 9l7 12Z" className="fill-on-primary" />
        </svg>
        <span className="text-xs font-semibold">Your company</span>
        <span className="ml-auto rounded-md bg-primary px-2 py-1 text-xs font-medium text-on-primary">
          Vote
        </span>
      </div>
      <svg viewBox="0 0 200 28" className="mt-4 w-full">
        {COLOURS.map((colour, index) => (
          <circle key={colour} cx={14 + index * 43} cy="14" r="10" fill={colour} />
        ))}
        <circle cx="14" cy="14" r="13" fill="none" strokeWidth="1.5" className="stroke-ink" />
      </svg>
    </div>
  );
}

const BOARDS: readonly { name: string; icon: IconComponent; access: string }[] = [
  { name: "Feature requests", icon: Globe, access: "Public" },
  { name: "Bug reports", icon: Globe, access: "Public" },
  { name: "Beta programme", icon: Lock, access: "Private" },
];

/** An illustration of a list of boards, the last of which is private. */
export function PrivacyIllustration() {
  return (
    <ul className="w-full max-w-64 space-y-1.5">
      {BOARDS.map(({ name, icon: Icon, access }) => (
        <li
          key={name}
          className="flex items-center gap-2 rounded-lg border bg-surface px-3 py-2 text-xs"
        >
          <Icon aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          <span className="font-medium">{name}</span>
          <span className="ml-auto text-muted">{access}</span>
        </li>
      ))}
    </ul>
  );
}

interface PictureVoteProps {
  votes: number;
  isVoted?: boolean;
  className?: string;
}

/** An illustration of a vote button. */
function IllustratedVote({ votes, isVoted = false, className }: PictureVoteProps) {
  return (
    <span
      className={cn(
        "flex weak:h-11 weak:w-9 shrink-0 flex-col items-center justify-center rounded-lg border text-xs font-semibold tabular-nums",
        isVoted ? "border-primary-edge bg-primary text-on-primary" : "bg-surface text-ink",
        className,
      )}
    >
      <ChevronUp aria-hidden="true" className="size-3.5" strokeWidth={2.25} />
      {votes}
    </span>
  );
}

/** A bar that represents a line of text. Its size is set by `className`. */
function IllustratedLine({ className }: { className?: string }) {
  return <span className={cn("block weak:h-1.5 rounded-full weak:bg-line", className)} />;
}
