import { sql } from "#server/platform/db/sql.ts";
import type { ModerationLevel } from "#contract/moderation.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";

export const findModerationLevel = statement<
  { companyId: number },
  { moderation: ModerationLevel }
>(
  "find_moderation_level",
  (p) => sql`
    select moderation from company where id = ${p.companyId}
  `,
);

/**
 * Whether a new item or comment by the viewer waits for approval
 * (docs/decisions/0044-moderation.md). A newcomer is an account without a published item or comment
 * in the company.
 */
export const mustWait = (p: Visibility) => sql`(
  select case
    when ${p.isTeam}::boolean or company.moderation = 'off' then false
    when company.moderation = 'all' then true
    when ${p.viewerId}::bigint is null then true
    else company.moderation = 'newcomers' and not exists (
      select from feedback_item known where known.company_id = company.id
        and known.user_id = ${p.viewerId}::bigint and known.state <> 'pending'
    ) and not exists (
      select from comment known where known.company_id = company.id
        and known.user_id = ${p.viewerId}::bigint and known.visibility = 'public'
    )
  end
  from company where company.id = ${p.companyId}
)`;
