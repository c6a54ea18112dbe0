import { expect, test } from "vitest";
import { startTestDatabase } from "#server/checks/fixtures/testDatabase.ts";

// A new column or table with a company's data must be added to exports, or be listed here with the
// reason why it is left out.

const EXPORTED: Record<string, string> = {
  board: "id name slug description order_index is_private created_at",
  board_category: "id name created_at",
  changelog_entry:
    "id title slug body body_markdown version cover_url cover_alt state publish_at created_at",
  changelog_entry_item: "feedback_id entry_id position",
  changelog_entry_label: "entry_id label_id",
  changelog_label: "id name color",
  comment:
    "id feedback_id user_id content content_markdown visibility merged_from_id created_at edited_at answers_id",
  comment_reaction: "comment_id user_id emoji created_at",
  company:
    "name description website subdomain custom_domain allow_customer_sign_up branding_settings created_at",
  company_logo: "content_type content dark_content",
  feedback_item:
    "id board_id board_category_id user_id is_author_deleted title description description_markdown category status state closed_at close_reason close_note close_note_markdown merged_at merged_into_id assignee_id is_answered votes unnamed_votes comments_count created_at",
  follow: "feedback_id user_id level merged_from_id created_at",
  organisation: "external_key name plan monthly_spend",
  organisation_member: "user_id organisation_id",
  picture: "id content",
  saved_view: "id name filters board_id board_category_id assignee_id created_at",
  status_change:
    "id feedback_id user_id from_status to_status note note_markdown is_silent created_at",
  user_account: "id username full_name role home_company_id created_at",
  webhook_endpoint: "id kind name url events board_ids includes_private state created_at",
  user_vote:
    "feedback_id user_id is_recorded recorded_by_id is_following merged_from_id created_at",
};

/** Columns of exported tables that exports leave out, besides `company_id`. */
const OMITTED: Record<string, string> = {
  "changelog_entry.tells": "a scheduled entry becomes a draft",
  "changelog_entry.completes_items": "a scheduled entry becomes a draft",
  "changelog_entry.published_by_id": "needed only while the entry is scheduled",
  "changelog_entry.origin": "needed only while the entry is scheduled",
  "changelog_entry.told_at": "an import tells nobody, so an imported entry counts as told",
  "changelog_entry.revision": "counts the saves of this installation",
  "changelog_entry.edited_by_id": "shown only while several admins write",
  "changelog_entry.updated_at": "shown only to admins",
  "changelog_entry.search_text": "follows from the other columns",
  "changelog_label.created_at": "not shown",
  "comment.reactions": "the numbers of the reactions that are exported",
  "company.time_zone": "the importing company keeps its own",
  "company.id": "the export is about one company",
  "company.closed_at": "a company that is being deleted is not exported",
  "company.moderation": "each installation decides whose posts it checks",
  "company.roadmap_order": "each installation orders its roadmap itself",
  "company.read_only_since": "belongs to the installation",
  "company.stripe_customer_id": "belongs to the installation",
  "company.subscription_plan": "belongs to the installation",
  "company.subscription_status": "belongs to the installation",
  "company.custom_domain_checked_at": "the next installation checks the domain itself",
  "company.custom_domain_failing_since": "the next installation checks the domain itself",
  "company.custom_domain_problem": "the next installation checks the domain itself",
  "company.custom_domain_verified_at": "the next installation checks the domain itself",
  "company_logo.file_id": "part of the address",
  "company_logo.dark_file_id": "part of the address",
  "company_logo.created_at": "not shown",
  "feedback_item.hidden_comments_count": "the number of comments that are exported",
  "feedback_item.merged_through_id":
    "after an import, all merged items of a target are unmerged one by one",
  "feedback_item.is_pending": "follows from the state",
  "feedback_item.is_suspected": "each installation checks anonymous posts itself",
  "feedback_item.trend": "computed from the votes",
  "organisation.id": "an organisation is identified by its id in the application",
  "organisation.updated_at": "shown only in an account's own data",
  "picture.bytes": "follows from the content",
  "picture.comment_id": "follows from the texts",
  "picture.created_at": "not shown",
  "picture.entry_id": "follows from the texts",
  "picture.feedback_id": "follows from the texts",
  "picture.height": "in the address in the text",
  "picture.is_in_store": "each installation decides where pictures are stored",
  "picture.loose_since": "only pictures that stand in a text are exported",
  "picture.part": "follows from the texts",
  "picture.small_content": "drawn from the content",
  "picture.uploader_id": "follows from the texts",
  "picture.width": "in the address in the text",
  "status_change.activity_id": "belongs to the notifications",
  "status_change.was_answered": "needed only while the change can be undone",
  "user_account.confirmed_at": "no importer may believe it",
  "user_account.email_pace": "belongs to the account, not to the company",
  "user_account.is_imported": "the username of an imported person is exported as the address",
  "user_account.is_active": "belongs to the account, not to the company",
  "user_account.is_vouched": "no importer may believe it",
  "user_account.last_seen_at": "a visit to this installation",
  "user_account.new_feedback_pace": "belongs to the account, not to the company",
  "user_account.password_hash": "secret",
  "user_account.picture_key": "belongs to the account, not to the company",
  "user_account.temporary_password_until": "belongs to the account, not to the company",
  "user_account.time_zone": "belongs to the account, not to the company",
  "user_account.unsubscribe_token": "secret",
  "company.webhook_events": "derived from the endpoints",
  "webhook_endpoint.off_reason": "belongs to the installation",
  "webhook_endpoint.failing_since": "belongs to the installation",
  "webhook_endpoint.origin": "belongs to the installation",
  "user_vote.id": "a vote is identified by item and person",
};

/** Tables that contain company data but are left out of exports, each with the reason. */
const OMITTED_TABLES: Record<string, string> = {
  activity: "what the notifications are about",
  activity_task: "unfinished work of the installation",
  api_answer: "kept for a day, to answer repeated requests",
  api_key: "secret; whoever imports makes new keys",
  audit_entry: "downloaded as CSV, and never imported",
  blocked_account: "each installation decides whom it blocks",
  changelog_subscriber:
    "downloaded as CSV, and never imported, because no importer may believe that an address is confirmed",
  export: "exports themselves",
  export_part: "exports themselves",
  export_person: "exports themselves",
  import_part: "files of unfinished imports",
  import_record: "kept for seven days, to take an import back",
  import_run: "what was imported is exported itself",
  imported_entry: "links to the products that a company has left",
  imported_item: "links to the products that a company has left",
  imported_person: "links to the products that a company has left",
  feedback_counter: "derived from the items",
  feedback_discussion: "derived from the items",
  feedback_search: "derived from the items",
  feedback_update: "when the items last changed in this installation",
  invitation: "valid for seven days, and only with its token",
  mail_delivery: "the log of this installation's mail server",
  notification: "kept for 90 days",
  rejected_post: "kept for 90 days, and of posts that no longer exist",
  report: "read by the admins of this installation only",
  roadmap_column: "each installation orders its roadmap itself",
  application_secret: "secret",
  application_sign_in: "of no use without the secrets",
  used_token: "kept for an hour",
  sign_on_provider: "secret, and each installation has its own addresses at the provider",
  email_domain: "no importer may believe that a domain is proved",
  webhook_secret: "secret",
  webhook_delivery: "the log of 30 days of this installation",
  undo_entry: "kept for an hour, to undo a change",
};

test("every column with a company's data is exported or is listed with the reason why it is left out", async () => {
  const { sql } = await startTestDatabase();
  const columns = await sql<{ table: string; name: string }>(
    `select c.relname as table, a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and (c.relname in ('company', 'user_account') or exists (
         select from pg_attribute k where k.attrelid = c.oid and k.attname = 'company_id'))`,
  );
  const found = columns
    .filter(({ table, name }) => !Object.hasOwn(OMITTED_TABLES, table) && name !== "company_id")
    .map(({ table, name }) => `${table}.${name}`);
  const listed = Object.entries(EXPORTED).flatMap(([table, names]) =>
    names.split(" ").map((name) => `${table}.${name}`),
  );
  expect(found.toSorted()).toEqual([...listed, ...Object.keys(OMITTED)].toSorted());
  const tables = new Set(columns.map(({ table }) => table));
  expect(Object.keys(OMITTED_TABLES).filter((table) => !tables.has(table))).toEqual([]);
});
