import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { HiddenItems } from "./insertHiddenItems.ts";
import { BEFORE, insertHiddenItems, insertHiddenItemsOfOther } from "./insertHiddenItems.ts";
import { insertApproved, insertModeration } from "./insertModeration.ts";
import { insertMailedNotifications, WAITING_DELIVERY } from "./insertMailedNotifications.ts";

/**
 * Company A and possibly company B. B's rows have the same ids as A's rows, so that a statement can
 * distinguish the rows only by their company.
 */
export interface SqlFixtures {
  database: TestDatabase;
  companyId: number;
  otherId: number;
  /** Ids of rows of A. B has rows with the same ids. */
  ids: Record<
    | "publicBoard"
    | "privateBoard"
    | "publicItem"
    | "privateItem"
    | keyof HiddenItems
    | "comment"
    | "category"
    | "view"
    | "entry"
    | "label"
    | "activity"
    | "change"
    | "export"
    | "runningExport",
    number
  >;
  /** The id of an activity of A about a comment that A does not have and B has. */
  strayActivityId: number;
  /** Ids of rows that only B has. */
  otherIds: Record<"board" | "item" | "comment" | "category", number>;
  /** The id of a user of A. `strangerId` is the id of an admin of B. */
  userId: number;
  strangerId: number;
}

export const PICTURE_ID = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";

/** An endpoint of A, which has a delivery with the id `WAITING_DELIVERY`. */
export const ENDPOINT_ID = 700;

/** A secret and an organisation of A. */
export const SECRET_ID = 800;

export const LOGO_ID = "00000000-0000-4000-8000-000000000001";
export const OTHER_LOGO_ID = "00000000-0000-4000-8000-000000000002";

/** How A's rows are copied to B: the columns to insert, and the values to select from A's rows. */
const COPIES: [table: string, columns: string, values: string][] = [
  [
    "board",
    "id, name, slug, description, order_index, is_private, created_at",
    "id, 'B ' || name, 'b-' || slug, 'B', order_index + 50, not is_private, created_at",
  ],
  ["roadmap_column", "status, feedback_ids", "status, feedback_ids[2:]"],
  ["board_category", "id, name, created_at", "id, 'B ' || name, created_at"],
  [
    "saved_view",
    "id, name, filters, board_id, board_category_id, created_at",
    "id, 'B ' || name, filters, board_id, board_category_id, created_at",
  ],
  [
    "feedback_item",
    "id, board_id, board_category_id, user_id, title, description, category, status, is_pending, is_suspected, state, closed_at, close_reason, merged_into_id, merged_at, votes, unnamed_votes, comments_count, created_at",
    "id, board_id, board_category_id, $3, 'B ' || title, 'B', category, status, is_pending, is_suspected, state, closed_at, close_reason, merged_into_id, merged_at, votes + 100, sign(unnamed_votes) + unnamed_votes, comments_count + 7, created_at",
  ],
  [
    "changelog_entry",
    "id, title, slug, body, state, publish_at, search_text, created_at, updated_at",
    "id, 'B ' || title, 'b-' || slug, 'B', state, publish_at, 'b', created_at, updated_at",
  ],
  [
    "changelog_subscriber",
    "id, address, state, created_at, changed_at",
    "id, 'b-' || address, state, created_at, changed_at",
  ],
  [
    "sign_on_provider",
    "name, issuer, client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
    "'B ' || name, issuer, client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
  ],
  ["email_domain", "domain, token, created_at", "domain, repeat('b', 32), created_at"],
  [
    "webhook_endpoint",
    "id, kind, name, url, events, state, off_reason, origin, created_at",
    "id, kind, 'B ' || name, url, events, state, off_reason, origin, created_at",
  ],
  ["webhook_secret", "endpoint_id, address, secret", "endpoint_id, 'B', secret"],
  [
    "webhook_delivery",
    "id, endpoint_id, event_key, type, body, state, next_attempt_at, created_at",
    "id, endpoint_id, 'b' || event_key, type, 'B', state, next_attempt_at, created_at",
  ],
  [
    "application_sign_in",
    "is_on, name, login_url, method",
    "not is_on, 'B ' || name, login_url, method",
  ],
  ["application_secret", "id, sealed, created_at", "id, 'B', created_at"],
  ["used_token", "token_hash, expires_at", "token_hash, expires_at + interval '1 day'"],
  [
    "organisation",
    "id, external_key, name, plan, monthly_spend, updated_at",
    "id, external_key, 'B ' || name, 'B', monthly_spend + 7, updated_at",
  ],
  ["organisation_member", "user_id, organisation_id", "$3, organisation_id"],
  ["changelog_label", "id, name, color, created_at", "id, 'B ' || name, color, created_at"],
  ["changelog_entry_label", "entry_id, label_id", "entry_id, label_id"],
  ["changelog_entry_item", "feedback_id, entry_id, position", "feedback_id, entry_id, position"],
  // `greatest` replaces the user of A by the stranger, whose id is `$3`. The third account has a
  // higher id and is not replaced, so it has rows in both companies.
  [
    "user_vote",
    "id, feedback_id, user_id, recorded_by_id, merged_from_id, created_at",
    "id, feedback_id, greatest(user_id, $3), $3, merged_from_id, created_at",
  ],
  [
    "follow",
    "feedback_id, user_id, level, merged_from_id, created_at",
    "feedback_id, greatest(user_id, $3), level, merged_from_id, created_at",
  ],
  [
    "comment",
    "id, feedback_id, user_id, content, visibility, merged_from_id, created_at",
    "id, feedback_id, $3, 'B', visibility, merged_from_id, created_at",
  ],
  [
    "comment_reaction",
    "comment_id, user_id, emoji, created_at",
    "comment_id, greatest(user_id, $3), emoji, created_at",
  ],
  [
    "report",
    "id, feedback_id, comment_id, user_id, reason, note, created_at",
    "id, feedback_id, comment_id, $3, reason, 'B', created_at",
  ],
  [
    "rejected_post",
    "id, user_id, item_number, comment_number, title, excerpt, reason, created_at",
    "id, $3, item_number, comment_number, 'B', excerpt, 'B', created_at",
  ],
  [
    "activity",
    "id, feedback_id, kind, data, origin, created_at",
    "id, feedback_id, kind, data, origin, created_at",
  ],
  [
    "status_change",
    "id, feedback_id, user_id, from_status, to_status, note, activity_id, created_at",
    "id, feedback_id, $3, from_status, 'complete', 'B', activity_id, created_at + interval '1 second'",
  ],
  ["activity_task", "activity_id, consumer, created_at", "activity_id, consumer, created_at"],
  ["mail_delivery", "id, user_id, kind, state, created_at", "id, $3, kind, 'failed', created_at"],
  [
    "notification",
    "id, user_id, activity_id, feedback_id, reason, mail, delivery_id, created_at",
    "id, $3, activity_id, feedback_id, reason, mail, delivery_id, created_at",
  ],
  [
    "invitation",
    "id, username, role, inviter_id, mail_token_hash, created_at, expires_at",
    "id, username, role, $3, mail_token_hash, created_at, expires_at",
  ],
  [
    "api_key",
    "id, key_hash, hint, name, scopes, account_id, maker_id, created_at",
    "id, sha256(key_hash), 'theB', 'B', '{moderation}', $3, $3, created_at",
  ],
  [
    "api_answer",
    "api_key_id, idempotency_key, request_hash, attempt, started_at, answer",
    "api_key_id, idempotency_key, sha256(request_hash), attempt, started_at, 'B'",
  ],
  [
    "export",
    "id, requester_id, state, progress, size, created_at, updated_at, expires_at",
    "id, $3, state, '{\"ofB\": true}', size + 7, created_at, updated_at, expires_at",
  ],
  ["export_part", "export_id, file, position, content", "export_id, file, position, 'B'"],
  ["export_person", "export_id, user_id", "export_id, $3"],
  [
    "audit_entry",
    "id, actor_id, actor_username, action, subject, details, ip, created_at",
    "id, $3, 'b', action, 'B', details, ip, created_at",
  ],
  [
    "import_run",
    "id, source, file_name, state, progress, counts, worked_at, finished_at",
    "id, source, 'B', state, progress, counts, worked_at, finished_at",
  ],
  ["import_part", "import_id, section, part, content", "import_id, section, part, 'B'"],
  [
    "import_record",
    "import_id, position, kind, line, key, title, fate, feedback_id, record",
    `import_id, position, kind, line, key, 'B', fate, feedback_id, '{"person":{"key":"B"}}'`,
  ],
  [
    "imported_item",
    "source, key, feedback_id, record, old_path",
    `source, key, feedback_id, '{"title":"B"}', old_path`,
  ],
  [
    "imported_entry",
    "source, kind, key, comment_id, status_change_id",
    "source, kind, key, comment_id, status_change_id",
  ],
  ["imported_person", "key, user_id, full_name", "key, $3, 'B'"],
  [
    "company_logo",
    "file_id, content_type, content, created_at",
    "file_id, content_type, 'B', created_at",
  ],
];

type Sql = TestDatabase["sql"];

/** Places the items of A, in the order of their ids, and orders the roadmaps of both by hand. */
async function orderByHand(sql: Sql, { own, other }: { own: number; other: number }) {
  await sql("update company set roadmap_order = 'manual' where id in ($1, $2)", [own, other]);
  await sql(
    `insert into roadmap_column (company_id, status, feedback_ids)
     select company_id, status, array_agg(id order by id) from feedback_item
     where company_id = $1 group by 1, 2`,
    [own],
  );
}

/**
 * Creates a database with rows of company A and company B. Every call creates the same rows with
 * the same ids. Unless `isShared` is true, company B is then deleted, so that two databases can
 * differ only in the existence of company B.
 */
export async function createSqlFixtures(isShared: boolean): Promise<SqlFixtures> {
  const database = await createTestDatabase();
  const { sql } = database;
  const make = createFactories(sql);
  const [company, other] = [await make.company("Company A"), await make.company("Company B")];
  const [user, stranger] = [
    await make.user("user", company),
    await make.user("company_admin", other),
  ];
  const superAdmin = await make.user("super_admin", other);
  const third = await make.user("user");
  const blocked = await make.user("user");
  const companies = { own: company.id, other: other.id };
  const ownIds = await fillOwn(sql, companies.own, user.id);
  const accounts = { userId: user.id, thirdId: third.id, strangerId: stranger.id };
  const ids = {
    ...ownIds,
    ...(await insertHiddenItems(sql, companies.own, { ...ownIds, ...accounts })),
  };
  await insertModeration(sql, companies.own, {
    ...ids,
    userId: user.id,
    // B has blocked the third account, and A has not.
    reporterId: third.id,
    blockedIds: [blocked.id],
  });
  await orderByHand(sql, companies);
  await removeRandomness(sql, companies.own);
  await copyToOther(sql, companies, stranger.id);
  await insertApproved(sql, companies, { ...ids, userId: user.id });
  const otherIds = await fillOther(sql, companies.other, {
    userId: stranger.id,
    votedFor: ids.publicItem,
  });
  await insertImportsOfOther(sql, companies, user.id);
  await insertHiddenItemsOfOther(sql, companies.other, { ...ids, ...accounts });
  await insertModeration(sql, companies.other, {
    pendingItem: otherIds.item,
    pendingComment: otherIds.comment,
    userId: stranger.id,
    reporterId: stranger.id,
    blockedIds: [stranger.id, third.id],
  });
  const strayActivityId = await insertActivity(sql, companies.own, {
    itemId: ids.publicItem,
    commentId: await insertStrayComment(sql, companies.other, ids.publicItem),
  });
  await insertAnswersOfOther(sql, companies, { ...ids, userId: superAdmin.id });
  const people = { userId: user.id, strangerId: stranger.id };
  const otherItem = otherIds.item;
  await insertMailedNotifications(database, { ...companies, ...people, ...ids, otherItem });
  if (!isShared) {
    await sql("update user_account set home_company_id = null, role = 'user' where id = $1", [
      stranger.id,
    ]);
    await sql("delete from company where id = $1", [other.id]);
  }
  return {
    database,
    companyId: company.id,
    otherId: other.id,
    ids,
    strayActivityId,
    otherIds,
    userId: user.id,
    strangerId: stranger.id,
  };
}

/** The id of an import of company A. Company B has an import with the same id. */
export const IMPORT_ID = 1_001;
/**
 * The ids of two imported people of company B. The username of the first person is derived from the
 * e-mail address of company A's user and from company A's id.
 */
export const IMPORTED_IDS = [900_001, 900_002] as const;

/** Inserts an import that has run. */
async function insertImports(
  sql: Sql,
  companyId: number,
  { itemId, userId }: { itemId: number; userId: number },
): Promise<void> {
  await sql(
    `insert into import_run
       (company_id, id, source, file_name, state, progress, counts, worked_at, finished_at)
     overriding system value
     values ($1, $2, 'csv', 'a.csv', 'done', '{}', '[]', $3, $3)`,
    [companyId, IMPORT_ID, BEFORE],
  );
  await sql(
    `insert into import_part (company_id, import_id, section, part, content)
     values ($1, $2, 'file', 0, 'A')`,
    [companyId, IMPORT_ID],
  );
  await sql(
    `insert into import_record
       (company_id, import_id, position, kind, line, key, title, fate, feedback_id, record)
     values ($1, $2, 2, 'item', 2, 'id:1', 'A', 'new', $3, '{"person":{"key":"id:1"}}'),
       ($1, $2, 4, 'item', 4, null, 'A', 'skipped', null, null),
       ($1, $2, 6, 'comment', 6, 'id:6', 'A', 'new', null, null)`,
    [companyId, IMPORT_ID, itemId],
  );
  await sql(
    `insert into imported_item (company_id, source, key, feedback_id, record, old_path)
     values ($1, 'csv', 'id:1', $2, '{}', '/posts/1')`,
    [companyId, itemId],
  );
  await sql(
    `insert into imported_entry (company_id, source, kind, key, comment_id)
     select company_id, 'csv', 'comment', 'id:1', id from comment
     where company_id = $1 and feedback_id = $2 order by id limit 1`,
    [companyId, itemId],
  );
  await sql(
    `insert into imported_entry (company_id, source, kind, key, status_change_id)
     select company_id, 'csv', 'comment', 'id:2', id from status_change
     where company_id = $1 order by id limit 1`,
    [companyId],
  );
  await sql("insert into imported_person (company_id, key, user_id) values ($1, 'id:1', $2)", [
    companyId,
    userId,
  ]);
}

/**
 * Inserts a later import and an unfinished upload that only B has, and two imported people of B.
 * The username of the first person contains the id of A.
 */
async function insertImportsOfOther(
  sql: Sql,
  { own, other }: { own: number; other: number },
  userId: number,
): Promise<void> {
  await sql(
    `insert into import_run
       (company_id, id, source, file_name, state, layout, progress, counts, worked_at, finished_at)
     overriding system value
     values ($1, 2000, 'csv', 'B', 'done', '{"b":1}', '{}', '[]', $2, $2),
       ($1, 2001, 'csv', 'B', 'uploading', '{}', '{}', '[]', $2, null)`,
    [other, BEFORE],
  );
  await sql(
    `insert into user_account
       (id, username, password_hash, home_company_id, is_active, is_imported, created_at)
     overriding system value
     select $3::bigint, replace(username, '@', '=') || '@' || $1::bigint || '.imported.invalid',
       'none', $2::bigint, false, true, $6::timestamptz from user_account where id = $5
     union all select $4, 'imported@example.invalid', 'none', $2, false, true, $6`,
    [own, other, ...IMPORTED_IDS, userId, BEFORE],
  );
}

/**
 * Inserts rows of A into all tables except those of reports, blocked accounts and undos, which
 * `insertModeration` fills.
 */
async function fillOwn(
  sql: Sql,
  companyId: number,
  userId: number,
): Promise<Omit<SqlFixtures["ids"], keyof HiddenItems>> {
  const make = createFactories(sql);
  const company = { id: companyId };
  const category = await make.category(company, "Category");
  const publicBoard = await make.board(company, { name: "Public" });
  const privateBoard = await make.board(company, { name: "Private", isPrivate: true });
  const own = { userId, boardCategoryId: category.id, createdAt: BEFORE };
  const publicItem = await make.item(publicBoard, { title: "Public item", ...own });
  const privateItem = await make.item(privateBoard, { title: "Private item", votes: 1, ...own });
  const comment = await make.comment(publicItem, { userId, content: "A comment" });
  await sql(
    `insert into comment_reaction (company_id, comment_id, user_id, emoji, created_at)
     values ($1, $2, $3, '👍', $4)`,
    [companyId, comment.id, userId, BEFORE],
  );
  const [view] = await sql<{ id: string }>(
    `insert into saved_view (company_id, name, filters, board_id, board_category_id, created_at)
     values ($1, 'View', '{"sort": "date"}', $2, $3, $4) returning id`,
    [companyId, publicBoard.id, category.id, BEFORE],
  );
  const { entry, label } = await insertEntry(sql, companyId, publicItem.id);
  await sql(
    `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, created_at)
     values ($1, $2, $3, 'new', 'planned', $4)`,
    [companyId, publicItem.id, userId, BEFORE],
  );
  await sql(
    `insert into invitation
       (company_id, username, role, inviter_id, mail_token_hash, created_at, expires_at)
     values ($1, 'invited@example.com', 'user', $2, $3, $4, '2100-01-01')`,
    [companyId, userId, Buffer.alloc(32), BEFORE],
  );
  await sql(
    `with made as (
       insert into api_key
         (company_id, key_hash, hint, name, scopes, account_id, maker_id, created_at)
       values ($1, $3, 'theA', 'A', '{feedback:read}', $2, $2, $4) returning company_id, id
     )
     insert into api_answer
       (company_id, api_key_id, idempotency_key, request_hash, attempt, started_at, answer)
     select company_id, id, 'key', $3, gen_random_uuid(), $4, 'A' from made`,
    [companyId, userId, Buffer.alloc(32), BEFORE],
  );
  await sql(
    `insert into audit_entry (company_id, actor_id, actor_username, action, subject, ip, created_at)
     values ($1, $2, 'a', 'board.create', 'A', '::1', $3)`,
    [companyId, userId, BEFORE],
  );
  const [ready, running] = await insertExports(sql, companyId, userId);
  await sql(
    "insert into company_logo (company_id, file_id, content_type, content, dark_file_id, dark_content, created_at) values ($1, $2, 'image/png', 'A', gen_random_uuid(), 'A', $3)",
    [companyId, LOGO_ID, BEFORE],
  );
  await sql(
    `insert into picture (company_id, id, uploader_id, feedback_id, part, loose_since, width, height,
       bytes, content, created_at)
     values ($1, $2, $3, $4, 'description', null, 9, 9, 1, 'A', $5)`,
    [companyId, PICTURE_ID, userId, publicItem.id, BEFORE],
  );
  await insertImports(sql, companyId, { itemId: publicItem.id, userId });
  await insertEndpoint(sql, companyId);
  await insertApplication(sql, companyId, userId);
  await insertSignOn(sql, companyId);
  await sql(
    "insert into user_vote (company_id, feedback_id, user_id, recorded_by_id) values ($1, $2, $3, $3)",
    [companyId, privateItem.id, userId],
  );
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, created_at)
     values ($1, $2, $3, 'off', $4)`,
    [companyId, privateItem.id, userId, BEFORE],
  );
  const activity = await insertActivity(sql, companyId, {
    itemId: publicItem.id,
    commentId: comment.id,
  });
  await sql(
    "insert into activity_task (company_id, activity_id, consumer, created_at) values ($1, $2, 'notifyFollowers', $3)",
    [companyId, activity, BEFORE],
  );
  await sql(
    `insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail, created_at)
     values ($1, $2, $3, $4, 'author', 'off', $5)`,
    [companyId, userId, activity, publicItem.id, BEFORE],
  );
  const [change] = await sql<{ id: string }>(
    "update status_change set activity_id = $2 where company_id = $1 returning id",
    [companyId, activity],
  );
  await sql(
    `with delivery as (
       insert into mail_delivery (company_id, user_id, kind, state, created_at)
       values ($1, $2, 'immediate', 'sent', $3) returning id
     )
     update notification set mail = 'mailed', delivery_id = delivery.id
     from delivery where company_id = $1`,
    [companyId, userId, BEFORE],
  );
  return {
    publicBoard: publicBoard.id,
    privateBoard: privateBoard.id,
    publicItem: publicItem.id,
    privateItem: privateItem.id,
    comment: comment.id,
    category: category.id,
    view: Number(view?.id),
    entry,
    label,
    activity,
    change: Number(change?.id),
    export: Number(ready?.id),
    runningExport: Number(running?.id),
  };
}

/** Inserts a finished and a running export, each with a part and a person. */
async function insertExports(sql: Sql, companyId: number, userId: number) {
  const exports = await sql<{ id: string }>(
    `insert into export (company_id, requester_id, state, progress, created_at, updated_at, expires_at)
     values ($1, $2, 'ready', '{}', $3, $3, '2100-01-01'), ($1, $2, 'running', '{}', $3, $3, null)
     returning id`,
    [companyId, userId, BEFORE],
  );
  for (const { id } of exports) {
    await sql("insert into export_part values ($1, $2, 'items.csv', 0, 'A')", [companyId, id]);
    await sql("insert into export_person values ($1, $2, $3)", [companyId, id, userId]);
  }
  return exports;
}

/** Inserts a published entry of the changelog with a label and an item. */
async function insertEntry(sql: Sql, companyId: number, itemId: number) {
  const [row] = await sql<{ entry: string; label: string }>(
    `with entry as (
       insert into changelog_entry
         (company_id, title, slug, body, state, publish_at, search_text, created_at, updated_at)
       values ($1, 'Entry', 'entry', 'Text', 'published', $3, 'entry', $3, $3) returning id
     ), label as (
       insert into changelog_label (company_id, name, color, created_at)
       values ($1, 'Label', '#112233', $3) returning id
     ), item as (
       insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
       select $1, $2, id, 0 from entry
     ), labelled as (
       insert into changelog_entry_label (company_id, entry_id, label_id)
       select $1, entry.id, label.id from entry, label
     )
     select entry.id as entry, label.id as label from entry, label`,
    [companyId, itemId, BEFORE],
  );
  const [subscriber] = await sql<{ id: string }>(
    `insert into changelog_subscriber (company_id, address, state, created_at, changed_at)
     values ($1, 'reader@example.com', 'subscribed', $2, $2) returning id`,
    [companyId, BEFORE],
  );
  return {
    entry: Number(row?.entry),
    label: Number(row?.label),
    subscriber: Number(subscriber?.id),
  };
}

/** Inserts a provider and a domain of e-mail addresses. */
async function insertSignOn(sql: Sql, companyId: number): Promise<void> {
  await sql(
    `insert into sign_on_provider (company_id, name, issuer, client_id, client_secret, is_on,
       name_claim, signs_out, offers_sign_out, created_at)
     values ($1, 'A', 'https://a.example.com', 'A', 'A', true, 'name', false, false, $2)`,
    [companyId, BEFORE],
  );
  await sql(
    `insert into email_domain (company_id, domain, token, created_at)
     values ($1, 'a.example.com', repeat('a', 32), $2)`,
    [companyId, BEFORE],
  );
}

/** Inserts an endpoint with a delivery that is due. */
async function insertEndpoint(sql: Sql, companyId: number): Promise<void> {
  await sql(
    `with endpoint as (
       insert into webhook_endpoint (company_id, id, kind, name, url, events, origin, created_at)
       overriding system value
       values ($1, $2, 'webhook', 'A', 'A', '{vote.created}', 'http://localhost', $4)
     ), secret as (
       insert into webhook_secret (company_id, endpoint_id, address, secret)
       values ($1, $2, 'A', 'A')
     )
     insert into webhook_delivery
       (company_id, id, endpoint_id, event_key, type, body, next_attempt_at, created_at, is_private)
     overriding system value values ($1, $3, $2, 'msg_1', 'vote.created', 'A', $4, $4, false)`,
    [companyId, ENDPOINT_ID, WAITING_DELIVERY, BEFORE],
  );
}

/** Inserts the settings of signed tokens, and an organisation with a member. */
async function insertApplication(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql(
    `insert into application_sign_in (company_id, is_on, name, login_url, method)
     values ($1, true, 'A', 'https://a.example.com/login', 'secret')`,
    [companyId],
  );
  await sql(
    `insert into application_secret (company_id, id, sealed, created_at)
     overriding system value values ($1, $2, 'A', $3)`,
    [companyId, SECRET_ID, BEFORE],
  );
  await sql("insert into used_token values ($1, $2, '2100-01-01')", [
    companyId,
    Buffer.alloc(32, 3),
  ]);
  await sql(
    `with org as (
       insert into organisation (company_id, id, external_key, name, plan, monthly_spend, updated_at)
       overriding system value values ($1, $2, 'org-7', 'A', 'A', 490, $4)
     )
     insert into organisation_member (company_id, user_id, organisation_id) values ($1, $3, $2)`,
    [companyId, SECRET_ID, userId, BEFORE],
  );
}

/**
 * Inserts the activity of a comment by the team. Followers and admins are notified of this
 * activity.
 */
async function insertActivity(
  sql: Sql,
  companyId: number,
  { itemId, commentId }: { itemId: number; commentId: number },
): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into activity (company_id, feedback_id, kind, data, origin, created_at)
     values ($1, $2, 'comment_added', $3, 'http://localhost', $4) returning id`,
    [companyId, itemId, JSON.stringify({ commentId, isByTeam: true }), BEFORE],
  );
  return Number(row?.id);
}

/** Inserts a comment of B on an item whose id also exists in A. */
async function insertStrayComment(sql: Sql, companyId: number, itemId: number): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into comment (company_id, feedback_id, content, created_at)
     values ($1, $2, 'Only B''s', $3) returning id`,
    [companyId, itemId, BEFORE],
  );
  return Number(row?.id);
}

/**
 * Inserts answers of company B's team to items whose ids also exist in A, where the team has not
 * answered except by what is taken back.
 */
async function insertAnswersOfOther(
  sql: Sql,
  { own, other }: { own: number; other: number },
  { userId, ...items }: Record<"userId" | "publicItem" | "privateItem" | "closedItem", number>,
): Promise<void> {
  const answered = [items.publicItem, items.privateItem, items.closedItem];
  for (const feedbackId of answered) {
    await sql(
      `insert into comment (company_id, feedback_id, user_id, content, created_at)
       values ($1, $2, $3, 'Only B''s', $4)`,
      [other, feedbackId, userId, BEFORE],
    );
    await sql(
      `insert into status_change (company_id, feedback_id, from_status, to_status, created_at)
       values ($1, $2, 'new', 'planned', $3)`,
      [other, feedbackId, BEFORE],
    );
    await sql("update feedback_item set is_answered = true where company_id = $1 and id = $2", [
      own,
      feedbackId,
    ]);
  }
  // B's other items are marked as answered, but have no answer.
  await sql(
    "update feedback_item set is_answered = true where company_id = $1 and id <> all ($2)",
    [other, answered],
  );
  await sql("update status_change set was_answered = false where company_id = $1", [own]);
}

/** Replaces random values and times, so that two databases have equal rows. */
async function removeRandomness(sql: Sql, companyId: number): Promise<void> {
  await sql("update board set created_at = $1, slug = 'board-' || id, order_index = id", [BEFORE]);
  for (const table of ["board_category", "comment", "user_vote"]) {
    await sql(`update ${table} set created_at = $1`, [BEFORE]);
  }
  await sql(
    `update user_account set password_hash = 'none', created_at = $1, username = 'user' || id, full_name = 'User ' || id`,
    [BEFORE],
  );
  await sql(
    `update company set created_at = $1, subdomain = 'company-' || id,
       custom_domain = case id when $2 then 'a.example.com' else 'b.example.com' end`,
    [BEFORE, companyId],
  );
  await sql(
    "insert into mail_suppression select username, 'bounced', 'No such user', $1 from user_account",
    [BEFORE],
  );
}

async function copyToOther(
  sql: Sql,
  { own, other }: { own: number; other: number },
  userId: number,
): Promise<void> {
  for (const [table, columns, values] of COPIES) {
    const needsUser = values.includes("$3");
    const overriding = columns.startsWith("id,") ? "overriding system value" : "";
    await sql(
      `insert into ${table} (company_id, ${columns}) ${overriding}
       select $2::bigint, ${values.replace("$3", "$3::bigint")} from ${table} where company_id = $1 order by 1, 2`,
      [own, other, ...(needsUser ? [userId] : [])],
    );
  }
}

/** Inserts rows of company B for which company A has no corresponding row. */
async function fillOther(
  sql: Sql,
  companyId: number,
  { userId, votedFor }: { userId: number; votedFor: number },
): Promise<SqlFixtures["otherIds"]> {
  const make = createFactories(sql);
  const company = { id: companyId };
  // This vote and this level of following in B refer to an item id that also exists in A. The
  // account has no vote and no level for A's item.
  await sql(
    "insert into user_vote (company_id, feedback_id, user_id, is_recorded, created_at) values ($1, $2, $3, true, $4)",
    [companyId, votedFor, userId, BEFORE],
  );
  await sql(
    `insert into follow (company_id, feedback_id, user_id, level, created_at)
     values ($1, $2, $3, 'all', $4)`,
    [companyId, votedFor, userId, BEFORE],
  );
  const board = await make.board(company, { name: "Only B's" });
  const item = await make.item(board, { title: "Only B's", userId, createdAt: BEFORE });
  await sql("update feedback_item set assignee_id = $2 where id = $1", [item.id, userId]);
  const comment = await make.comment(item, { userId, content: "Only B's" });
  const category = await make.category(company, "Only B's");
  // Together with these exports, B has more exports than a company may keep.
  await sql(
    `insert into export (company_id, requester_id, state, progress, created_at, updated_at, expires_at)
     select $1, $2, 'ready', '{}', $3, $3, '2100-01-01' from generate_series(1, 3)`,
    [companyId, userId, BEFORE],
  );
  // This hand-off code is for B and must not work for A.
  await sql(
    `with source as (
       insert into session (token_hash, user_id, host, expires_at)
       values (decode(repeat('01', 32), 'hex'), $1, null, now() + interval '1 day') returning id
     )
     insert into handoff (code_hash, challenge, session_id, target_company_id, expires_at)
     select zero, zero, id, $2, now() + interval '1 day' from source, decode(repeat('00', 32), 'hex') zero`,
    [userId, companyId],
  );
  return { board: board.id, item: item.id, comment: comment.id, category: category.id };
}
