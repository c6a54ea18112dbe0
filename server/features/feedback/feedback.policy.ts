import type { BodyOf } from "#contract/endpoint.ts";
import type { feedbackApi, FeedbackItem } from "#contract/feedback.ts";
import type { User } from "#contract/users.ts";

type Changes = BodyOf<typeof feedbackApi.update>;

const AUTHORS_FIELDS: ReadonlySet<string> = new Set(["title", "description"]);

/** Authors may edit the words of what they wrote while nobody has taken it up (DECISIONS "Feedback"). */
export function mayAuthorChange(
  viewer: User,
  item: Pick<FeedbackItem, "userId" | "status">,
  changes: Changes,
): boolean {
  const touched = Object.entries(changes).filter(([, value]) => value !== undefined);
  return (
    item.userId === viewer.id &&
    item.status === "new" &&
    touched.every(([field]) => AUTHORS_FIELDS.has(field))
  );
}
