import { sql } from "kysely";
import type { FollowLevel } from "#contract/follows.ts";
import { statement } from "#server/platform/db/statement.ts";
import { canSeeItem } from "#server/features/feedback/visibleItem.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";

/**
 * Stores the viewer's level of following. Returns nothing if the viewer may not see the item.
 */
export const upsertFollow = statement<
  Visibility<number> & { feedbackId: number; level: FollowLevel },
  { level: FollowLevel }
>("upsert_follow", (q, p) =>
  sql<{ level: FollowLevel }>`
    insert into follow (company_id, feedback_id, user_id, level)
    select f.company_id, f.id, ${p.viewerId}, ${p.level}
    from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
    where f.company_id = ${p.companyId} and f.id = ${p.feedbackId}
      and ${canSeeItem(p)}
    on conflict (company_id, feedback_id, user_id)
      do update set level = excluded.level, merged_from_id = null
    returning level
  `.compile(q),
);
