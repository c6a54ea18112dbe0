import type { BodyOf } from "#contract/endpoint.ts";
import type { feedbackApi, FeedbackItem } from "#contract/feedback.ts";
import type { User } from "#contract/users.ts";

type Changes = BodyOf<typeof feedbackApi.update>;

const AUTHOR_FIELDS: ReadonlySet<string> = new Set(["title", "description"]);

/**
 * Authors can edit title and description of their item while its status is `new`
 * (docs/product-decisions.md "Feedback").
 */
export function mayAuthorChange(
  viewer: User,
  item: Pick<FeedbackItem, "userId" | "status">,
  changes: Changes,
): boolean {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return (
    item.userId === viewer.id &&
    item.status === "new" &&
    touched.every(([field]) => AUTHOR_FIELDS.has(field))
  );
}
