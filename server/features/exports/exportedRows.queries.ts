import { sql } from "#server/platform/db/sql.ts";
import type {
  ExportedChangelogEntry,
  ExportedBoard,
  ExportedBoardCategory,
  ExportedComment,
  ExportedFollow,
  ExportedPerson,
  ExportedSavedView,
  ExportedStatusChange,
  ExportedVote,
  ExportedWebhook,
} from "#contract/exportFormat.ts";
import { EXPORTED_REACTIONS } from "#contract/exportFormat.ts";
import type { BrandingSettings } from "#contract/branding.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackField } from "#contract/feedbackFields.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import { fieldColumns } from "#server/features/feedback/itemColumns.queries.ts";
import { sourceColumns } from "#server/features/feedback/sourceOf.queries.ts";
import { viewColumns } from "#server/features/feedback/savedViews/savedViews.queries.ts";
import { statement } from "#server/platform/db/statement.ts";

/*
 * Each statement with a `RowsAfter` returns the rows of one file after that position. Rows are read
 * in the order of their keys, so each row is exported once, even if it changes during the export.
 */

/** The key of the last row that was read, and the maximum number of rows to read. */
export interface RowsAfter {
  companyId: number;
  afterId: number;
  rows: number;
}

/** A position in a list that is sorted by item and account. */
export type PairPosition = RowsAfter & { afterUserId: number };

export const listExportedChanges = statement<RowsAfter, ExportedStatusChange>(
  "list_exported_changes",
  (p) => sql`
    select id, feedback_id as item_id, user_id as person_id, from_status, to_status,
      ${sourceColumns("s", "note")}, is_silent, created_at
    from status_change s
    where company_id = ${p.companyId} and id > ${p.afterId}
    order by id limit ${p.rows}
  `,
);

/**
 * A saved view with the id of the assignee by whom it is filtered. The id is null if the view has
 * no filter by assignee, or if this filter is `me` or `none`.
 */
export type SavedViewRow = ExportedSavedView & { assigneeId: number | null };

export const listExportedViews = statement<RowsAfter, SavedViewRow>(
  "list_exported_views",
  (p) => sql`
    select ${viewColumns}, assignee_id, created_at from saved_view
    where company_id = ${p.companyId} and id > ${p.afterId}
    order by id limit ${p.rows}
  `,
);

export const listExportedEntries = statement<RowsAfter, ExportedChangelogEntry>(
  "list_exported_entries",
  (p) => sql`
    select e.id, e.title, e.slug, ${sourceColumns("e", "body")}, e.version,
      case when e.cover_url is not null
        then jsonb_build_object('url', e.cover_url, 'alt', e.cover_alt) end as cover,
      e.state, e.publish_at, e.created_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', l.name, 'color', l.color) order by l.id)
        from changelog_entry_label el
        join changelog_label l on l.company_id = el.company_id and l.id = el.label_id
        where el.company_id = e.company_id and el.entry_id = e.id
      ), '[]') as labels,
      coalesce((
        select jsonb_agg(i.feedback_id order by i.position) from changelog_entry_item i
        where i.company_id = e.company_id and i.entry_id = e.id
      ), '[]') as item_ids
    from changelog_entry e
    where e.company_id = ${p.companyId} and e.id > ${p.afterId}
    order by e.id limit ${p.rows}
  `,
);

export const listExportedWebhooks = statement<RowsAfter, ExportedWebhook>(
  "list_exported_webhooks",
  (p) => sql`
    select e.id, e.kind, e.name, e.url, e.events,
      case when e.board_ids is not null then coalesce((
        select jsonb_agg(b.id order by b.id) from board b
        where b.company_id = e.company_id and b.id = any (e.board_ids)
      ), '[]') end as board_ids,
      e.includes_private, e.state = 'on' as is_on, e.created_at
    from webhook_endpoint e
    where e.company_id = ${p.companyId} and e.id > ${p.afterId}
    order by e.id limit ${p.rows}
  `,
);

export const listExportedFollows = statement<PairPosition, ExportedFollow>(
  "list_exported_follows",
  (p) => sql`
    select feedback_id as item_id, user_id as person_id, level, merged_from_id, created_at
    from follow
    where company_id = ${p.companyId}
      and (feedback_id, user_id) > (${p.afterId}::bigint, ${p.afterUserId}::bigint)
    order by feedback_id, user_id limit ${p.rows}
  `,
);

export type VoteRow = ExportedVote & { title: string };

export const listExportedVotes = statement<PairPosition, VoteRow>(
  "list_exported_votes",
  (p) => sql`
    select v.feedback_id as item_id, v.user_id as person_id, v.is_recorded, v.recorded_by_id,
      v.is_following, v.merged_from_id,
      v.created_at, f.title
    from user_vote v join feedback_item f on f.company_id = v.company_id and f.id = v.feedback_id
    where v.company_id = ${p.companyId}
      and (v.feedback_id, v.user_id) > (${p.afterId}::bigint, ${p.afterUserId}::bigint)
    order by v.feedback_id, v.user_id limit ${p.rows}
  `,
);

export type CommentRow = ExportedComment & { title: string; contentMarkdown: string | null };

export const listExportedComments = statement<RowsAfter, CommentRow>(
  "list_exported_comments",
  (p) => sql`
    select c.id, c.feedback_id as item_id, c.user_id as author_id, c.content, c.content_markdown,
      c.visibility,
      c.merged_from_id, c.created_at, c.edited_at, c.answers_id,
      case when c.reactions is null then '[]' else (
        select jsonb_agg(jsonb_build_object('personId', user_id, 'emoji', emoji, 'createdAt',
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by created_at, user_id, emoji)
        from (
          select * from comment_reaction r
          where r.company_id = c.company_id and r.comment_id = c.id
          order by created_at, user_id, emoji limit ${sql.lit(EXPORTED_REACTIONS)}
        ) oldest
      ) end as reactions, f.title
    from comment c join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
    where c.company_id = ${p.companyId} and c.id > ${p.afterId}
    order by c.id limit ${p.rows}
  `,
);

export interface ItemRow extends Pick<FeedbackItem, FeedbackField> {
  boardName: string;
  topic: string | null;
  authorId: number | null;
  isAuthorDeleted: boolean;
  closedAt: string | null;
  closeReason: CloseReason | null;
  closeNote: string | null;
  closeNoteMarkdown: string | null;
  descriptionMarkdown: string | null;
  mergedAt: string | null;
  mergedIntoId: number | null;
  isAnswered: boolean;
  unnamedVotes: number;
}

export const listExportedItems = statement<RowsAfter, ItemRow>(
  "list_exported_items",
  (p) => sql`
    select ${fieldColumns}, b.name as board_name, t.name as topic, f.user_id as author_id,
      f.is_author_deleted, f.closed_at, f.close_reason, f.close_note,
      f.close_note_markdown, f.description_markdown, f.merged_at,
      f.merged_into_id, f.is_answered, f.unnamed_votes
    from feedback_item f
      join board b on b.company_id = f.company_id and b.id = f.board_id
      left join board_category t on t.company_id = f.company_id and t.id = f.board_category_id
    where f.company_id = ${p.companyId} and f.id > ${p.afterId}
    order by f.id limit ${p.rows}
  `,
);

export const listExportedCategories = statement<RowsAfter, ExportedBoardCategory>(
  "list_exported_categories",
  (p) => sql`
    select id, name, created_at from board_category
    where company_id = ${p.companyId} and id > ${p.afterId}
    order by id limit ${p.rows}
  `,
);

export const listExportedBoards = statement<RowsAfter, ExportedBoard>(
  "list_exported_boards",
  (p) => sql`
    select id, name, slug, description, order_index, is_private, created_at from board
    where company_id = ${p.companyId} and id > ${p.afterId}
    order by id limit ${p.rows}
  `,
);

export interface ExportedCompanyRow {
  name: string;
  description: string | null;
  website: string | null;
  subdomain: string | null;
  customDomain: string | null;
  allowCustomerSignUp: boolean;
  brandingSettings: Partial<BrandingSettings>;
  createdAt: string;
  contentType: "image/png" | "image/jpeg" | "image/svg+xml" | null;
  logo: Buffer | null;
  darkLogo: Buffer | null;
}

export const findExportedCompany = statement<{ companyId: number }, ExportedCompanyRow>(
  "find_exported_company",
  (p) => sql`
    select c.name, c.description, c.website, c.subdomain, c.custom_domain,
      c.allow_customer_sign_up, c.branding_settings, c.created_at, l.content_type,
      l.content as logo, l.dark_content as dark_logo
    from company c left join company_logo l on l.company_id = c.id
    where c.id = ${p.companyId}
  `,
);

/** An account with the name that CSV files show for it. */
export interface PersonName {
  id: number;
  fullName: string | null;
  username: string;
}

/**
 * The e-mail address of the account `u`. The username of an imported person has the form
 * `local=domain@company.imported.invalid`, from which the address is restored.
 */
const addressOf = sql`
  case when u.is_imported
    then regexp_replace(u.username, '^(.*)=([^@]*)@[^@]*$', '\\1@\\2') else u.username end`;

/**
 * Adds accounts to the people of the export, and returns the names of the accounts. Runs as the
 * system role, because the tenants' role does not see the accounts of people who have only voted.
 */
export const addPeople = statement<
  { companyId: number; exportId: number; userIds: number[] },
  PersonName
>(
  "add_exported_people",
  (p) => sql`
    with person as (
      select u.id, u.full_name, ${addressOf} as username
      from user_account u where u.id = any (${p.userIds}::bigint[])
    ), added as (
      insert into export_person (company_id, export_id, user_id)
      select ${p.companyId}::bigint, ${p.exportId}::bigint, id from person
      on conflict do nothing
    )
    select id, full_name, username from person
  `,
);

/**
 * Lists the company's accounts, except those of imported people, after a position. The position
 * consists of a role and an id.
 */
export const listMemberIds = statement<
  { companyId: number; afterRole: string; afterId: number; rows: number },
  { id: number; role: string }
>(
  "list_exported_member_ids",
  (p) => sql`
    select id, role from user_account
    where home_company_id = ${p.companyId} and not is_imported and (role, id) > (${p.afterRole}, ${p.afterId}::bigint)
    order by role, id limit ${p.rows}
  `,
);

/**
 * Lists the accounts that belong to the company or to which records of the export refer. A super
 * admin who belongs to the company is listed as an admin of the company.
 */
export const listExportedPeople = statement<RowsAfter & { exportId: number }, ExportedPerson>(
  "list_exported_people",
  (p) => sql`
    select u.id, u.full_name, ${addressOf} as username, u.created_at,
      case when u.is_imported or u.home_company_id is distinct from ${p.companyId}::bigint then 'guest'
        when u.role = 'user' then 'user' else 'company_admin' end as role,
      (select jsonb_build_object('id', o.external_key, 'name', o.name, 'plan', o.plan,
          'monthlySpend', o.monthly_spend)
        from organisation_member m
        join organisation o on o.company_id = m.company_id and o.id = m.organisation_id
        where m.company_id = e.company_id and m.user_id = e.user_id) as organisation
    from export_person e join user_account u on u.id = e.user_id
    where e.company_id = ${p.companyId} and e.export_id = ${p.exportId}
      and e.user_id > ${p.afterId}
    order by e.user_id limit ${p.rows}
  `,
);

/** Returns the bytes of the pictures that stand in texts. */
export const findExportedPictureBytes = statement<{ companyId: number }, { bytes: number }>(
  "find_exported_picture_bytes",
  (p) => sql`
    select coalesce(sum(bytes), 0)::bigint as bytes from picture
    where company_id = ${p.companyId} and loose_since is null
  `,
);

/**
 * Lists the pictures that stood in a text at a time. A picture whose text was changed or deleted since
 * then has been loose since a later time. One that was only uploaded has been loose from its
 * beginning.
 */
export const listExportedPictures = statement<
  { companyId: number; afterPictureId: string; exportedAt: string; rows: number },
  { id: string; isInStore: boolean }
>(
  "list_exported_pictures",
  (p) => sql`
    select id, is_in_store from picture
    where company_id = ${p.companyId} and id > ${p.afterPictureId}::uuid
      and coalesce(loose_since > ${p.exportedAt}::timestamptz and loose_since <> created_at, true)
    order by id limit ${p.rows}
  `,
);
