import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactElement } from "react";
import { useId, useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Bell, ChevronDown } from "#web/ui/icons.ts";
import { ReportDialog } from "./ReportMenu.tsx";
import { useFollow } from "./useFollow.ts";

const STATES: Record<FollowLevel, string> = {
  all: "Following",
  status: "Following status changes",
  off: "Not following",
};

/** The button on an item's page that shows the viewer's follow level and opens `FollowMenu`. */
export function FollowButton({ item }: { item: FeedbackItem }) {
  const { level, isPending, choose } = useFollow(item);
  return (
    <FollowMenu
      level={level}
      isPending={isPending}
      onChoose={choose}
      align="start"
      button={
        <Button variant="secondary" size="sm" className="grow noscript:hidden">
          <Bell aria-hidden="true" className="text-muted" />
          {level === null ? "Follow" : STATES[level]}
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}

interface CardMenuProps {
  item: FeedbackItem;
  /** Opens the dialog that reports the item; undefined if the viewer cannot report it. */
  onReport?: (() => void) | undefined;
}

/** The menu on an item's card for signed-in users. It contains the follow levels and 'Report…'. */
export function CardMenu({ item, onReport }: CardMenuProps) {
  const { level, isPending, choose } = useFollow(item);
  return (
    <FollowMenu
      level={level}
      isPending={isPending}
      onChoose={choose}
      onReport={onReport}
      align="end"
      button={
        <Button variant="ghost" size="icon" aria-label={`Options for ${item.title}`}>
          <Ellipsis aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}

/** The menu on an item's card for customers, who can report the items of others. */
export function CustomerCardMenu({ item }: { item: FeedbackItem }) {
  const [isReporting, setIsReporting] = useState(false);
  const isReportable = item.userId !== useCurrentUser()?.id;
  return (
    <>
      <CardMenu item={item} onReport={isReportable ? () => setIsReporting(true) : undefined} />
      <ReportDialog
        isOpen={isReporting}
        onClose={() => setIsReporting(false)}
        feedbackId={item.id}
      />
    </>
  );
}

interface FollowMenuProps {
  /** The viewer's follow level; null if the viewer has no level. */
  level: FollowLevel | null;
  /** Whether a follow level is being saved. */
  isPending: boolean;
  onChoose: (level: FollowLevel) => void;
  /** Opens the dialog that reports the item. Without this function, the menu has no 'Report…'. */
  onReport?: (() => void) | undefined;
  /** The edge of the button with which the menu is aligned. */
  align: "start" | "end";
  button: ReactElement;
}

const CHOICES: Record<FollowLevel, { label: string; description: string }> = {
  all: { label: "Everything", description: "Status changes and all comments" },
  status: { label: "Status changes only", description: "With the team's comments" },
  off: { label: "Nothing", description: "Not even after you vote or comment" },
};

// Not the list of the contract, whose file would load zod.
const LEVELS = Object.keys(CHOICES) as FollowLevel[];

/** The menu of `FollowButton` and `CardMenu`, with the three follow levels and 'Report…'. */
function FollowMenu({ level, isPending, onChoose, onReport, align, button }: FollowMenuProps) {
  const labelId = useId();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align={align} className="w-72">
        <DropdownMenuLabel id={labelId} className="text-muted">
          Notify me about
        </DropdownMenuLabel>
        <RadixMenu.RadioGroup
          aria-labelledby={labelId}
          value={level ?? ""}
          onValueChange={(value) => onChoose(value as FollowLevel)}
        >
          {LEVELS.map((each) => (
            <DropdownMenuRadioItem key={each} value={each} disabled={isPending}>
              <span className="py-1.5">
                {CHOICES[each].label}
                <span className="block text-xs text-muted">{CHOICES[each].description}</span>
              </span>
            </DropdownMenuRadioItem>
          ))}
        </RadixMenu.RadioGroup>
        {onReport ? (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={onReport}>Report…</DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
