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
      {categoryName ? <NamedBadge kind="Topic" name={categoryName} /> : null}
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

export function NamedBadge({ kind, name }: { kind: "Board" | "Topic"; name: string }) {
  return (
    <Badge tone={kind === "Board" ? "neutral" : "brand"}>
      <span className="sr-only">{kind}: </span>
      <bdi>{name}</bdi>
    </Badge>
  );
}
