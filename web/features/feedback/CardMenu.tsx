import type { FeedbackItem } from "#contract/feedback.ts";
import { Ellipsis } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";
import { LazyFollowMenu } from "./lazyFollowMenu.ts";
import { useFollow } from "./useFollow.ts";

/** The menu with the follow levels on an item's card, for signed-in users. */
export function CardMenu({ item }: { item: FeedbackItem }) {
  const { level, isPending, choose } = useFollow(item);
  return (
    <LazyFollowMenu
      level={level}
      isPending={isPending}
      onChoose={choose}
      align="end"
      button={
        <Button variant="ghost" size="icon" aria-label={`Options for ${item.title}`}>
          <Ellipsis aria-hidden="true" className="text-muted" />
        </Button>
      }
    />
  );
}
