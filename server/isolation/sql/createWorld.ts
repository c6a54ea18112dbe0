import { createFactories } from "#server/testing/factories.ts";
import type { TestDatabase } from "#server/testing/testDatabase.ts";
import { createTestDatabase } from "#server/testing/testDatabase.ts";

/** Company A and, perhaps, company B: whose rows have the very ids of A's, so that nothing but the company tells them apart. */
export interface World {
  database: TestDatabase;
  companyId: number;
  otherId: number;
  /** Rows of A, and of B by the same ids. */
  ids: Record<"publicBoard" | "privateBoard" | "publicItem" | "privateItem" | "comment" | "category", number>;
  /** Rows that only B has. */
  otherIds: Record<"board" | "item" | "comment" | "category", number>;
  /** A user of A, and one who has left everything in B and nothing in A. */
  userId: number;
  strangerId: number;
}

export const LOGO_ID = "00000000-0000-4000-8000-000000000001";
export const OTHER_LOGO_ID = "00000000-0000-4000-8000-000000000002";

/** Columns of what B has like A, and how B's differ. */
const COPIES: [table: string, columns: string, values: string][] = [
  [
    "board",
    "id, name, slug, description, order_index, is_private, created_at",
    "id, 'B ' || name, 'b-' || slug, 'B', order_index + 50, not is_private, created_at",
  ],
  ["board_category", "id, name, created_at", "id, 'B ' || name, created_at"],
  [
    "feedback_item",
    "id, board_id, board_category_id, user_id, title, description, category, status, votes, comments_count, created_at",
    "id, board_id, board_category_id, $3, 'B ' || title, 'B', category, status, votes + 100, comments_count + 7, created_at",
  ],
  ["user_vote", "id, feedback_id, user_id, created_at", "id, feedback_id, $3, created_at"],
  ["comment", "id, feedback_id, user_id, content, created_at", "id, feedback_id, $3, 'B', created_at"],
  [
    "status_change",
    "id, feedback_id, user_id, from_status, to_status, note, created_at",
    "id, feedback_id, $3, from_status, to_status, 'B', created_at",
  ],
  [
    "audit_entry",
    "id, actor_id, actor_username, action, subject, details, ip, created_at",
    "id, $3, 'b', action, 'B', details, ip, created_at",
  ],
  ["company_logo", "file_id, content_type, content, created_at", "file_id, content_type, 'B', created_at"],
];

/** Long before any test, so that what is new is told from what was there. */
const BEFORE = "2020-01-01T00:00:00Z";

/** The same world each time it is made: with B, or after B has gone. */
export async function createWorld(isShared: boolean): Promise<World> {
  const database = await createTestDatabase();
  const { sql } = database;
  const make = createFactories(sql);
  const [company, other] = [await make.company("Company A"), await make.company("Company B")];
  const [user, stranger] = [await make.user("user", company), await make.user("company_admin", other)];
  await make.user("super_admin", other);
  const category = await make.category(company, "Category");
  const [publicBoard, privateBoard] = [
    await make.board(company, { name: "Public" }),
    await make.board(company, { name: "Private", isPrivate: true }),
  ];
  const own = { userId: user.id, boardCategoryId: category.id, createdAt: BEFORE };
  const [publicItem, privateItem] = [
    await make.item(publicBoard, { title: "Public item", ...own }),
    await make.item(privateBoard, { title: "Private item", ...own }),
  ];
  const comment = await make.comment(publicItem, { userId: user.id, content: "A comment" });
  await sql(
    `insert into status_change (company_id, feedback_id, user_id, from_status, to_status, created_at)
     values ($1, $2, $3, 'new', 'planned', $4)`,
    [company.id, publicItem.id, user.id, BEFORE],
  );
  await sql(
    `insert into audit_entry (company_id, actor_id, actor_username, action, subject, ip, created_at)
     values ($1, $2, 'a', 'board.create', 'A', '::1', $3)`,
    [company.id, user.id, BEFORE],
  );
  await sql(
    "insert into company_logo (company_id, file_id, content_type, content, created_at) values ($1, $2, 'image/png', 'A', $3)",
    [company.id, LOGO_ID, BEFORE],
  );
  await sql("insert into user_vote (company_id, feedback_id, user_id) values ($1, $2, $3)", [
    company.id,
    privateItem.id,
    user.id,
  ]);
  // Factories number what they make, whichever world it is for.
  await sql("update board set created_at = $1, slug = 'board-' || id, order_index = id", [BEFORE]);
  await sql("update board_category set created_at = $1", [BEFORE]);
  await sql("update comment set created_at = $1", [BEFORE]);
  await sql("update user_vote set created_at = $1", [BEFORE]);
  await sql(
    "update user_account set password_hash = 'none', created_at = $1, username = 'user' || id, full_name = 'User ' || id",
    [BEFORE],
  );
  await sql(
    "update company set created_at = $1, custom_domain = case id when $2 then 'a.example.com' else 'b.example.com' end, subdomain = 'company-' || id",
    [BEFORE, company.id],
  );
  for (const [table, columns, values] of COPIES) {
    const needsUser = values.includes("$3");
    await sql(
      `insert into ${table} (company_id, ${columns}) ${table === "company_logo" ? "" : "overriding system value"}
       select $2::bigint, ${values.replace("$3", "$3::bigint")} from ${table} where company_id = $1 ${needsUser ? "and $3::bigint is not null" : ""} order by 1, 2`,
      [company.id, other.id, ...(needsUser ? [stranger.id] : [])],
    );
  }
  // A vote of the stranger's that A's public item has not.
  await sql("insert into user_vote (company_id, feedback_id, user_id, created_at) values ($1, $2, $3, $4)", [
    other.id,
    publicItem.id,
    stranger.id,
    BEFORE,
  ]);
  const board = await make.board(other, { name: "Only B's" });
  const item = await make.item(board, { title: "Only B's", userId: stranger.id, createdAt: BEFORE });
  const otherIds = {
    board: board.id,
    item: item.id,
    comment: (await make.comment(item, { userId: stranger.id, content: "Only B's" })).id,
    category: (await make.category(other, "Only B's")).id,
  };
  // A way into B, which is not to be taken into A.
  await sql(
    `insert into handoff (code_hash, user_id, target_company_id, expires_at)
     values (decode(repeat('00', 32), 'hex'), $1, $2, now() + interval '1 day')`,
    [stranger.id, other.id],
  );
  if (!isShared) {
    await sql("update user_account set home_company_id = null, role = 'user' where id = $1", [stranger.id]);
    await sql("delete from company where id = $1", [other.id]);
  }
  return {
    database,
    companyId: company.id,
    otherId: other.id,
    ids: {
      publicBoard: publicBoard.id,
      privateBoard: privateBoard.id,
      publicItem: publicItem.id,
      privateItem: privateItem.id,
      comment: comment.id,
      category: category.id,
    },
    otherIds,
    userId: user.id,
    strangerId: stranger.id,
  };
}
