import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { createTestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import type { HiddenItems } from "./insertHiddenItems.ts";
import { BEFORE, insertHiddenItems, insertHiddenItemsOfOther } from "./insertHiddenItems.ts";
import { insertApproved, insertModeration } from "./insertModeration.ts";
import { WAITING_DELIVERY, insertMailedNotifications } from "./insertMailedNotifications.ts";
import type { Copy, Sql } from "./rows/copy.ts";
import {
  changelogCopies,
  insertEntry,
  insertEntryMails,
  insertEntryOfOther,
} from "./rows/changelogRows.ts";
import { companyCopies, insertCompanyRows } from "./rows/companyRows.ts";
import { exportCopies, insertExports } from "./rows/exportRows.ts";
import {
  feedbackCopies,
  insertAnswersOfOther,
  insertFeedback,
  insertStrayComment,
  postCopies,
} from "./rows/feedbackRows.ts";
import { importCopies, insertImports, insertImportsOfOther } from "./rows/importRows.ts";
import {
  insertActivity,
  insertNotified,
  insertWaitingActivity,
  notificationCopies,
} from "./rows/notificationRows.ts";
import {
  insertApplication,
  insertIdentities,
  insertSignOn,
  SECRET_ID,
  signOnCopies,
} from "./rows/signOnRows.ts";
import { insertDeliveriesOfOther, insertEndpoint, webhookCopies } from "./rows/webhookRows.ts";

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
  otherIds: Record<"board" | "item" | "comment" | "category" | "entry" | "changelogLabel", number>;
  /** The id of a user of A. `strangerId` is the id of an admin of B. */
  userId: number;
  strangerId: number;
}

/** How A's rows are copied to B. Rows follow those to which they refer. */
const COPIES: Copy[] = [
  ...feedbackCopies,
  ...changelogCopies,
  ...signOnCopies,
  ...webhookCopies,
  ...postCopies,
  ...notificationCopies,
  ...companyCopies,
  ...exportCopies,
  ...importCopies,
];

/**
 * Inserts rows of A into all tables except those of reports, blocked accounts and undos, which
 * `insertModeration` fills.
 */
async function fillOwn(
  sql: Sql,
  companyId: number,
  { userId, strangerId }: Record<"userId" | "strangerId", number>,
): Promise<Omit<SqlFixtures["ids"], keyof HiddenItems>> {
  const feedback = await insertFeedback(sql, companyId, userId);
  const about = { userId, itemId: feedback.publicItem };
  const { entry, label } = await insertEntry(sql, companyId, [
    feedback.publicItem,
    feedback.privateItem,
  ]);
  await insertCompanyRows(sql, companyId, {
    ...about,
    strangerId,
    commentId: feedback.comment,
    entryId: entry,
  });
  const [ready, running] = await insertExports(sql, companyId, userId);
  await insertImports(sql, companyId, about);
  await insertEndpoint(sql, companyId, feedback.publicBoard);
  await insertApplication(sql, companyId, userId);
  await insertSignOn(sql, companyId);
  return {
    ...feedback,
    entry,
    label,
    ...(await insertNotified(sql, companyId, { ...about, commentId: feedback.comment })),
    export: Number(ready?.id),
    runningExport: Number(running?.id),
  };
}

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
  const told = await make.user("user");
  const companies = { own: company.id, other: other.id };
  const accounts = { userId: user.id, thirdId: third.id, strangerId: stranger.id };
  const ownIds = await fillOwn(sql, companies.own, accounts);
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
    entryItem: ids.closedItem,
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
  await sql(
    "insert into organisation_member (company_id, user_id, organisation_id) values ($1, $2, $3)",
    [other.id, third.id, SECRET_ID],
  );
  await sql(
    "insert into follow (company_id, feedback_id, user_id, level, created_at) values ($1, $2, $3, 'all', $4)",
    [other.id, ids.publicItem, superAdmin.id, BEFORE],
  );
  for (const { id } of [company, other]) await insertWaitingActivity(sql, id, ids);
  await insertDeliveriesOfOther(sql, other.id);
  await insertEntryMails(sql, companies, {
    ...people,
    blockedId: third.id,
    toldId: told.id,
    itemId: ids.publicItem,
    entryId: ids.entry,
    deliveryId: WAITING_DELIVERY,
  });
  await insertIdentities(sql, companies, people);
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
  await sql("update session set token_hash = sha256(id::text::bytea)");
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
  { userId, votedFor, entryItem }: Record<"userId" | "votedFor" | "entryItem", number>,
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
  const item = await make.item(board, { title: "Only B's", userId, createdAt: "2019-01-01" });
  // Only B has posts, votes and accounts of the last days.
  const recent = await make.item(board, { title: "Recent", userId });
  await make.comment(recent, { userId });
  await make.user("user", company);
  await sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
    companyId,
    recent.id,
    userId,
  ]);
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
  const ofEntry = await insertEntryOfOther(sql, companyId, entryItem);
  return { board: board.id, item: item.id, comment: comment.id, category: category.id, ...ofEntry };
}
