import { sql } from "#server/platform/db/sql.ts";
import type { FeedbackState } from "#contract/feedback.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import { statement } from "#server/platform/db/statement.ts";
import { canSeeItem } from "#server/features/feedback/itemConditions.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";

/**
 * Stores the viewer's level of following, unless the item is merged. Returns nothing if the viewer
 * cannot see the item.
 */
export const upsertFollow = statement<
  Visibility<number> & { feedbackId: number; level: FollowLevel },
  { state: FeedbackState }
>(
  "upsert_follow",
  (p) => sql`
    with visible as (
      select f.company_id, f.id, f.state
      from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
      where f.company_id = ${p.companyId} and f.id = ${p.feedbackId} and ${canSeeItem(p)}
    ), stored as (
      insert into follow (company_id, feedback_id, user_id, level)
      select company_id, id, ${p.viewerId}, ${p.level} from visible where state <> 'merged'
      on conflict (company_id, feedback_id, user_id)
        do update set level = excluded.level, merged_from_id = null
    )
    select state from visible
  `,
);
