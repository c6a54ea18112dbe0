import { sql } from "#server/platform/db/sql.ts";
import { MODERATION_COUNT_LIMIT } from "#contract/moderation.ts";
import type { ReportedPost, ReportReason } from "#contract/reports.ts";
import { LISTED_REPORTS } from "#contract/reports.ts";
import { shownUsername } from "#server/features/recordedVotes/recordedVotes.queries.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";
import type { PostIds, Subject } from "./moderation.queries.ts";
import { isOnSeenBoard, itemOfReport } from "./moderation.queries.ts";

/** Inserts a report. Returns nothing if the account has already reported the post. */
export const insertReport = statementByShape((subject: Subject) =>
  statement<
    {
      companyId: number;
      subjectId: number;
      userId: number;
      reason: ReportReason;
      note: string | null;
    },
    { id: number }
  >(
    "insert_report",
    (p) => sql`
      insert into report (company_id, ${sql.ref(subject)}, user_id, reason, note)
      values (${p.companyId}, ${p.subjectId}, ${p.userId}, ${p.reason}, ${p.note})
      on conflict do nothing
      returning id
    `,
  ),
);

/**
 * The ids of a reported post, the id of its oldest report (`place`), the number of its reports, its
 * oldest reports (at most `LISTED_REPORTS`), and the total number of reported posts.
 */
export type ReportedRow = PostIds &
  Pick<ReportedPost, "reportCount" | "reports"> & { place: number; total: number };

/**
 * Returns the ids and reports of up to `rows` reported posts on boards that the viewer sees after a
 * position, sorted by their oldest report. With `feedbackId`, returns only this item and its comments. Considers only the
 * company's oldest `MODERATION_COUNT_LIMIT` reports, so that the statement reads a limited number
 * of rows. The system runs the statement, because a company's own role does not see reporters from
 * other companies.
 */
export const listReportedPosts = statement<
  Visibility & { feedbackId: number | null; afterId: number; rows: number },
  ReportedRow
>(
  "list_reported_posts",
  (p) => sql`
    with oldest as materialized (
      select * from report where company_id = ${p.companyId}
      order by id limit ${sql.lit(MODERATION_COUNT_LIMIT)}
    ), reported as (
      select company_id, feedback_id, comment_id, min(id) as place, count(*) as report_count
      from oldest
      where (${p.feedbackId}::bigint is null or ${itemOfReport} = ${p.feedbackId}::bigint)
        and ${isOnSeenBoard(p, itemOfReport)}
      group by company_id, feedback_id, comment_id
    ), post as (
      select * from reported where place > ${p.afterId} order by place limit ${p.rows}
    )
    select post.feedback_id, post.comment_id, post.place, post.report_count,
      (select count(*) from reported) as total, (
        select jsonb_agg(jsonb_build_object(
          'reason', listed.reason, 'note', listed.note,
          'reporter', jsonb_build_object('id', u.id, 'username', ${shownUsername(p.companyId, p.canSeeAddresses)},
            'fullName', u.full_name, 'isBlocked', ${isBlockedIn(sql.ref("listed.company_id"), sql.ref("u.id"))}),
          'createdAt', to_char(
            listed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
          )
        ) order by listed.id)
        from (
          select * from oldest
          where oldest.feedback_id is not distinct from post.feedback_id
            and oldest.comment_id is not distinct from post.comment_id
          order by oldest.id limit ${sql.lit(LISTED_REPORTS)}
        ) listed
        join user_account u on u.id = listed.user_id
      ) as reports
    from post order by post.place
  `,
);

/** Deletes all reports of a post. */
export const deleteReports = statementByShape((subject: Subject) =>
  statement<{ companyId: number; subjectId: number }, { id: number }>(
    "delete_reports",
    (p) => sql`
      delete from report
      where company_id = ${p.companyId} and ${sql.ref(subject)} = ${p.subjectId}
      returning id
    `,
  ),
);
