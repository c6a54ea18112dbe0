import { FEEDBACK_CATEGORY_LABELS } from "#contract/feedbackLabels.ts";
import type { FeedbackCategory, FeedbackItem } from "#contract/feedback.ts";
import { Badge } from "#web/ui/Badge.tsx";

interface FieldBadgesProps {
  item: Pick<FeedbackItem, "category">;
  /** The name of the item's board; undefined where the board is clear. */
  boardName?: string | undefined;
  /** Name of the item's board category. */
  categoryName: string | undefined;
}

/** The fields of an item besides its status, on cards and on the item's page. */
export function FieldBadges({ item, boardName, categoryName }: FieldBadgesProps) {
  return (
    <>
      <CategoryBadge category={item.category} />
      {boardName ? <NamedBadge kind="Board" name={boardName} /> : null}
      {categoryName ? (
        // On a card with a board, on tablets, there is room for the beginning of one name only.
        <NamedBadge
          kind="Topic"
          name={categoryName}
          className={boardName ? "sm:max-xl:hidden" : undefined}
        />
      ) : null}
    </>
  );
}

export function CategoryBadge({ category }: { category: FeedbackCategory }) {
  return (
    <Badge>
      <span className="sr-only">Category: </span>
      {FEEDBACK_CATEGORY_LABELS[category]}
    </Badge>
  );
}

interface NamedBadgeProps {
  kind: "Board" | "Topic";
  name: string;
  className?: string | undefined;
}

export function NamedBadge({ kind, name, className }: NamedBadgeProps) {
  return (
    <Badge tone={kind === "Board" ? "neutral" : "brand"} className={className}>
      <span className="sr-only">{kind}: </span>
      <bdi title={name}>{name}</bdi>
    </Badge>
  );
}
