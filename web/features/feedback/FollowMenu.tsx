import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactElement } from "react";
import { useId } from "react";
import type { FollowLevel } from "#contract/followLevels.ts";
import { FOLLOW_LEVELS } from "#contract/followLevels.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";

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

/** The menu of `FollowButton` and `CardMenu`, with the three follow levels and 'Report…'. */
export function FollowMenu({
  level,
  isPending,
  onChoose,
  onReport,
  align,
  button,
}: FollowMenuProps) {
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
          {FOLLOW_LEVELS.map((each) => (
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
