import pg from "pg";
import { notifyChange } from "#server/platform/changes/changeFeed.ts";
import { concurrentlyDeleted, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { StartError } from "#server/platform/db/startError.ts";

interface StoredCount {
  /** For a person to read. */
  title: string;
  /** What is stored and is not what counting gives. The key begins with the company, then the item or board. */
  find: string;
  /** Takes a key and locks what everyone who changes the count has to lock, so that a count taken after it stays right. */
  hold: string;
  /** Takes a key and writes what counting gives, where it is something else. */
  mend: string;
  /** Takes the first two values of a key: whether only those may hear of it who see private boards. */
  isPrivate: string;
}

const HOLD_ITEM = "select from feedback_item where company_id = $1 and id = $2 for no key update";
const IS_PRIVATE_ITEM = `
  select b.is_private as "isPrivate" from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
  where f.company_id = $1 and f.id = $2`;

/** What an item stores of the rows of another table. */
const countOfItem = (title: string, column: string, table: string): StoredCount => ({
  title,
  find: `
    select array[f.company_id, f.id]::text[] as key, f.${column} as stored, coalesce(counted, 0)::int as counted
    from feedback_item f left join (
      select company_id, feedback_id, count(*) as counted from ${table} group by company_id, feedback_id
    ) recount on recount.company_id = f.company_id and recount.feedback_id = f.id
    where f.${column} <> coalesce(counted, 0)
    order by f.company_id, f.id`,
  hold: HOLD_ITEM,
  mend: `
    update feedback_item set ${column} = counted
    from (select count(*) as counted from ${table} where company_id = $1 and feedback_id = $2) recount
    where company_id = $1 and id = $2 and ${column} <> counted`,
  isPrivate: IS_PRIVATE_ITEM,
});

/** All that is stored and could be computed (docs/ARCHITECTURE.md). */
const STORED = {
  votes: countOfItem("Votes of items", "votes", "user_vote"),
  comments: countOfItem("Comments of items", "comments_count", "comment"),
  items: {
    title: "Items by board, status and category",
    find: `
      select array[company_id::text, board_id::text, status, category, board_category_id::text] as key,
        coalesce(items, 0) as stored, coalesce(counted, 0)::int as counted
      from (select * from feedback_counter where items <> 0) stored
      full join (
        select company_id, board_id, status, category, coalesce(board_category_id, 0) as board_category_id, count(*) as counted
        from feedback_item group by 1, 2, 3, 4, 5
      ) recount using (company_id, board_id, status, category, board_category_id)
      where items is distinct from counted
      order by company_id, board_id, status, category, board_category_id`,
    hold: `
      insert into feedback_counter as counter (company_id, board_id, status, category, board_category_id, items)
      values ($1, $2, $3, $4, $5, 0)
      on conflict (company_id, board_id, status, category, board_category_id) do update set items = counter.items`,
    mend: `
      update feedback_counter set items = counted
      from (
        select count(*) as counted from feedback_item
        where company_id = $1 and board_id = $2 and status = $3 and category = $4 and coalesce(board_category_id, 0) = $5
      ) recount
      where company_id = $1 and board_id = $2 and status = $3 and category = $4 and board_category_id = $5
        and items <> counted`,
    isPrivate: `select is_private as "isPrivate" from board where company_id = $1 and id = $2`,
  },
  search: {
    title: "Items as the search knows them",
    find: `
      select array[coalesce(f.company_id, s.company_id), coalesce(f.id, s.feedback_id)]::text[] as key
      from feedback_item f full join feedback_search s on s.company_id = f.company_id and s.feedback_id = f.id
      where (s.document, s.board_id, s.status, s.category, s.board_category_id) is distinct from
        (lower(f.title || chr(31) || f.description), f.board_id, f.status, f.category, f.board_category_id)
      order by 1`,
    hold: HOLD_ITEM,
    mend: `
      insert into feedback_search as s (company_id, feedback_id, document, board_id, status, category, board_category_id)
      select company_id, id, lower(title || chr(31) || description), board_id, status, category, board_category_id
      from feedback_item where company_id = $1 and id = $2
      on conflict (company_id, feedback_id) do update set document = excluded.document, board_id = excluded.board_id,
        status = excluded.status, category = excluded.category, board_category_id = excluded.board_category_id
      where (s.document, s.board_id, s.status, s.category, s.board_category_id) is distinct from
        (excluded.document, excluded.board_id, excluded.status, excluded.category, excluded.board_category_id)`,
    isPrivate: IS_PRIVATE_ITEM,
  },
} as const satisfies Record<string, StoredCount>;

type What = keyof typeof STORED;
const EVERYTHING_STORED = Object.keys(STORED) as What[];

/** Something stored that is not what counting gives. */
export interface WrongCount {
  what: What;
  /** Company and item; or company, board, status, category and the company's own category, 0 for none. */
  key: string[];
  /** Both are left out where it is no number. */
  stored?: number;
  counted?: number;
}

type Ask = (text: string) => Promise<Omit<WrongCount, "what">[]>;

/**
 * Recounts all that is stored, each kind as of one moment, and gives what is wrong: nothing in a right database, however much is written
 * meanwhile.
 * @param ask runs a statement as somebody who sees all companies' rows
 */
export async function findWrongCounts(ask: Ask): Promise<WrongCount[]> {
  const wrong: WrongCount[] = [];
  for (const what of EVERYTHING_STORED) {
    for (const found of await ask(STORED[what].find)) wrong.push({ what, ...found });
  }
  return wrong;
}

/**
 * Recounts all that is stored, mends what is wrong, and says of each kind how much that was, in a line. The portal may run: what is written
 * meanwhile waits for one count at most and is counted, and pages that are open or kept hear of what was mended.
 * @throws StartError where there is no portal in the database; the driver's errors
 */
export async function recount(connectionString: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    application_name: "hearback recount",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Whatever runs at that moment is told as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ holds: boolean }>(
      "select to_regclass('public.feedback_counter') is not null as holds",
    );
    if (!rows[0]?.holds) throw new StartError("The database holds no portal.");
    // Sees all companies' rows, which row-level security may hide from an owner; and may no more than the portal itself.
    await client.query(
      "set role hearback_system; set search_path = public; set statement_timeout = 0",
    );
    const wrong = await findWrongCounts(
      async (text) => (await client.query<WrongCount>(text)).rows,
    );
    const lines: string[] = [];
    for (const what of EVERYTHING_STORED) {
      const its = wrong.filter((found) => found.what === what);
      let mended = 0;
      for (const found of its) mended += (await mend(client, found)) ? 1 : 0;
      lines.push(lineOf(STORED[what].title, its.length, mended));
    }
    return lines;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lineOf(title: string, wrong: number, mended: number): string {
  if (wrong === 0) return `${title}: all right`;
  const others = wrong === mended ? "" : `, ${String(wrong - mended)} gone or right by then`;
  return `${title}: ${String(wrong)} wrong, ${String(mended)} mended${others}`;
}

/** One count at a time, so that nobody can wait for us while we wait for him. */
async function mend(client: pg.Client, { what, key }: WrongCount): Promise<boolean> {
  const { hold, mend: write, isPrivate } = STORED[what];
  try {
    await client.query("begin isolation level read committed");
    await client.query(hold, key);
    // A statement of its own: it sees what those whom we waited for have written.
    const { rowCount } = await client.query(write, key);
    const place = await client.query<{ isPrivate: boolean }>(isPrivate, key.slice(0, 2));
    const audience = place.rows[0];
    if (rowCount && audience) {
      await notifyChange(client, {
        companyId: Number(key[0]),
        isPrivate: audience.isPrivate,
        events: [{ kind: "anything" }],
      });
    }
    await client.query("commit");
    return rowCount === 1;
  } catch (error) {
    await client.query("rollback");
    const isGone =
      concurrentlyDeleted(error) === "company" ||
      isForeignKeyViolation(error, "feedback_counter_company_id_board_id_fkey");
    if (isGone) return false;
    throw error;
  }
}
