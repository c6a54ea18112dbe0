import type { FeedbackItem } from "#contract/feedback.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { FollowMenu } from "./FollowMenu.tsx";
import { useFollow } from "./useFollow.ts";

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
