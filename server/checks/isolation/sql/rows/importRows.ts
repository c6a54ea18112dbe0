import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** The id of an import of company A. Company B has an import with the same id. */
export const IMPORT_ID = 1_001;
/**
 * The ids of two imported people of company B. The username of the first person is derived from the
 * e-mail address of company A's user and from company A's id.
 */
export const IMPORTED_IDS = [900_001, 900_002] as const;

export const importCopies: Copy[] = [
  [
    "import_run",
    "id, source, file_name, state, progress, counts, record_bytes, worked_at, finished_at",
    "id, source, 'B', state, progress, counts, 7, worked_at, finished_at",
  ],
  ["import_part", "import_id, section, part, content", "import_id, section, part, 'B'"],
  [
    "import_record",
    "import_id, position, kind, line, key, title, fate, feedback_id, record",
    `import_id, position, kind, line, key, 'B', fate, feedback_id, '{"person":{"key":"B"},"bytes":7}'`,
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
];

/** Inserts an import that has run. */
export async function insertImports(
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
       ($1, $2, 6, 'comment', 6, 'id:6', 'A', 'new', null, null),
       ($1, $2, 8, 'picture', 8, 'id:8', 'A', 'new', null, '{"bytes":1}')`,
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
export async function insertImportsOfOther(
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

/** Returns the parameters of statements about imports. */
export function importParameters({
  board,
  item,
  comment,
  category,
  change,
  view,
  user,
}: Record<"board" | "item" | "comment" | "category" | "change" | "view" | "user", number>): Record<
  string,
  unknown
> {
  const filters = { sort: "date" };
  return {
    importId: IMPORT_ID,
    apiKey: "key",
    oldPath: "/posts/1",
    section: "file",
    sections: ["file"],
    nextPart: 1,
    deflated: Buffer.from("A"),
    recordKind: "item",
    entryKind: "comment",
    beforePosition: 10,
    afterKey: "",
    afterDate: "",
    positions: [2],
    source: "csv",
    fileName: "c.csv",
    keys: ["id:1", "id:2"],
    bytes: 1,
    recordBytes: 1,
    runState: "done",
    layout: "{}",
    mapping: "{}",
    names: "[]",
    counts: "[]",
    preview: "{}",
    plannedRecords: JSON.stringify([
      { position: 3, kind: "item", line: 3, key: "id:2", title: "Planned", fate: "new" },
    ]),
    writtenViews: JSON.stringify([{ position: 2, id: 5 }]),
    newItems: JSON.stringify([
      { position: 2, key: "id:2", fields: importedFields({ board, category }), assignee_id: user },
    ]),
    itemChanges: JSON.stringify([
      {
        position: 2,
        feedbackId: item,
        fields: importedFields({ board, category }),
        isPrivate: false,
        record: {},
      },
    ]),
    importedEntries: JSON.stringify([{ key: "id:3", id: comment }]),
    newComments: JSON.stringify([
      { position: 3, feedback_id: item, user_id: user, content: "Imported", visibility: "public" },
    ]),
    newStatusChanges: JSON.stringify([{ position: 3, feedback_id: item, to_status: "planned" }]),
    viewNames: ["View", "B View"],
    newViews: JSON.stringify([
      { position: 3, name: "Of a board", filters, board_id: board },
      { position: 4, name: "Of a category", filters, board_category_id: category },
      { position: 5, name: "Of an assignee", filters, assignee_id: user },
    ]),
    importedViews: JSON.stringify(
      ["View", "B View"].map((name) => {
        return { id: view, name, filters, board_id: board, board_category_id: category };
      }),
    ),
    newVotes: JSON.stringify([{ feedback_id: item, user_id: user }]),
    newFollows: JSON.stringify([{ feedback_id: item, user_id: user, level: "all" }]),
    statusChangeIds: [change],
    createdAts: [null],
    mergedFromIds: [null],
    levels: ["all"],
    // The names of all accounts of the fixtures.
    usernameKeys: Array.from({ length: 100 }, (_, id) => `user${String(id)}`),
    newPeople: JSON.stringify([{ username: "new@example.invalid", fullName: "Imported" }]),
    people: JSON.stringify([{ key: "new", username: "imported@example.invalid" }]),
    personId: user,
    claimedId: IMPORTED_IDS[1],
  };
}

/** The fields of an item that an import writes. */
function importedFields({ board, category }: Record<"board" | "category", number>) {
  return {
    title: "Planned",
    description: "Planned",
    status: "new",
    category: "feature",
    boardId: board,
    boardCategoryId: category,
    unnamedVotes: 1,
  };
}
