import { FEEDBACK_CATEGORY_LABELS } from "#contract/feedbackLabels.ts";
import type { FeedbackCategory } from "#contract/feedback.ts";
import { Badge } from "#web/ui/Badge.tsx";

interface CategoryBadgeProps {
  category: FeedbackCategory;
  className?: string;
}

export function CategoryBadge({ category, className }: CategoryBadgeProps) {
  return (
    <Badge className={className}>
      <span className="sr-only">Category: </span>
      {FEEDBACK_CATEGORY_LABELS[category]}
    </Badge>
  );
}
