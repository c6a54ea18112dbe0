import type { FeedbackItem } from "#contract/feedback.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import { Bell } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { ChevronDown } from "#web/ui/icons.ts";
import { FollowMenu } from "./FollowMenu.tsx";
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
        <Button variant="secondary" className="noscript:hidden">
          <Bell aria-hidden="true" className="text-muted" />
          {level === null ? "Follow" : STATES[level]}
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}
