import pg from "pg";
import { notifyChange } from "#server/platform/changes/changeFeed.ts";
import { concurrentlyDeleted, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { StartError } from "#server/platform/db/startError.ts";

interface StoredCount {
  /** Description for the user. */
  title: string;
  /**
   * Query that finds the stored values that differ from a recount. The key starts with the company
   * id, followed by the item or board id.
   */
  find: string;
  /**
   * Statement that takes a key and acquires the locks that every change of this count needs, so
   * that no change can make the following correction wrong.
   */
  lock: string;
  /**
   * Statement that takes a key and corrects the stored value if it is wrong. It affects or returns
   * one row if it has corrected the value.
   */
  correct: string;
  /**
   * Query that takes the first two parts of a key and returns whether the item or board is private.
   * If it is private, only viewers of private boards are notified of the correction.
   */
  isPrivate: string;
}

const HOLD_ITEM = "select from feedback_item where company_id = $1 and id = $2 for no key update";
const IS_PRIVATE_ITEM = `
  select b.is_private as "isPrivate" from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
  where f.company_id = $1 and f.id = $2`;

interface CountOfItem {
  title: string;
  column: string;
  table: string;
  /** SQL condition of the rows that are counted. */
  only?: string;
  /** SQL expression of a number that is added to the count of the item `f`. */
  also?: string;
}

/** Describes a count that an item stores: the number of its rows in another table, plus `also`. */
const countOfItem = ({
  title,
  column,
  table,
  only = "true",
  also = "0",
}: CountOfItem): StoredCount => ({
  title,
  find: `
    select array[f.company_id, f.id]::text[] as key, f.${column} as stored, (coalesce(counted, 0) + ${also})::int as counted
    from feedback_item f left join (
      select company_id, feedback_id, count(*) as counted from ${table} where ${only}
      group by company_id, feedback_id
    ) recount on recount.company_id = f.company_id and recount.feedback_id = f.id
    where f.${column} <> coalesce(counted, 0) + ${also}
    order by f.company_id, f.id`,
  lock: HOLD_ITEM,
  correct: `
    update feedback_item f set ${column} = counted + ${also}
    from (
      select count(*) as counted from ${table}
      where company_id = $1 and feedback_id = $2 and ${only}
    ) recount
    where f.company_id = $1 and f.id = $2 and f.${column} <> counted + ${also}`,
  isPrivate: IS_PRIVATE_ITEM,
});

/**
 * The number of imported votes whose voters are unknown, for the item `f` and for the items that
 * are merged into this item.
 */
const UNNAMED_VOTES = `f.unnamed_votes + (
  select coalesce(sum(source.unnamed_votes), 0) from feedback_item source
  where source.company_id = f.company_id and source.merged_into_id = f.id)`;

const TREND_OF_VOTES = (companyId: string, feedbackId: string) => `
  select sum_of_trends(trend_of_vote(v.created_at)) as trend from user_vote v
  where v.company_id = ${companyId} and v.feedback_id = ${feedbackId}`;

const REACTIONS = `
  select company_id, comment_id, jsonb_object_agg(emoji, total) as reactions
  from (
    select company_id, comment_id, emoji, count(*) as total from comment_reaction group by 1, 2, 3
  ) of_emoji
  group by 1, 2`;

/** Trends are rounded; a thousandth of a week is more than all rounding together. */
const IS_OTHER_TREND = `
  f.trend <> recount.trend and abs(f.trend - recount.trend) not between 0 and 0.001`;

/** All stored values that can be computed from other rows (docs/ARCHITECTURE.md). */
const STORED = {
  votes: countOfItem({
    title: "Votes of items",
    column: "votes",
    table: "user_vote",
    also: UNNAMED_VOTES,
  }),
  comments: countOfItem({
    title: "Comments of items",
    column: "comments_count",
    table: "comment",
    only: "visibility = 'public'",
  }),
  hiddenComments: countOfItem({
    title: "Hidden comments of items",
    column: "hidden_comments_count",
    table: "comment",
    only: "visibility <> 'public'",
  }),
  reactions: {
    title: "Reactions to comments",
    find: `
      select array[c.company_id, c.id]::text[] as key
      from comment c left join (${REACTIONS}) recount
        on recount.company_id = c.company_id and recount.comment_id = c.id
      where c.reactions is distinct from recount.reactions
      order by c.company_id, c.id`,
    lock: "select from comment where company_id = $1 and id = $2 for no key update",
    correct: `
      update comment c set reactions = recount.reactions
      from (select 1) one left join (${REACTIONS}) recount
        on recount.company_id = $1 and recount.comment_id = $2
      where c.company_id = $1 and c.id = $2 and c.reactions is distinct from recount.reactions`,
    isPrivate: `
      select b.is_private or c.visibility <> 'public' as "isPrivate"
      from comment c join feedback_item f on f.company_id = c.company_id and f.id = c.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      where c.company_id = $1 and c.id = $2`,
  },
  items: {
    title: "Open items by board, status and category",
    find: `
      select array[company_id::text, board_id::text, status, category, board_category_id::text] as key,
        coalesce(items, 0) as stored, coalesce(counted, 0)::int as counted
      from (select * from feedback_counter where items <> 0) stored
      full join (
        select company_id, board_id, status, category, coalesce(board_category_id, 0) as board_category_id, count(*) as counted
        from feedback_item where state = 'open' group by 1, 2, 3, 4, 5
      ) recount using (company_id, board_id, status, category, board_category_id)
      where items is distinct from counted
      order by company_id, board_id, status, category, board_category_id`,
    lock: `
      insert into feedback_counter as counter (company_id, board_id, status, category, board_category_id, items)
      values ($1, $2, $3, $4, $5, 0)
      on conflict (company_id, board_id, status, category, board_category_id) do update set items = counter.items`,
    correct: `
      update feedback_counter set items = counted
      from (
        select count(*) as counted from feedback_item
        where company_id = $1 and board_id = $2 and status = $3 and category = $4
          and coalesce(board_category_id, 0) = $5 and state = 'open'
      ) recount
      where company_id = $1 and board_id = $2 and status = $3 and category = $4 and board_category_id = $5
        and items <> counted`,
    isPrivate: `select is_private as "isPrivate" from board where company_id = $1 and id = $2`,
  },
  search: {
    title: "Items in the search index",
    find: `
      select array[coalesce(f.company_id, s.company_id), coalesce(f.id, s.feedback_id)]::text[] as key
      from (select * from feedback_item where state = 'open') f
      full join feedback_search s on s.company_id = f.company_id and s.feedback_id = f.id
      where (s.document, s.board_id, s.status, s.category, s.board_category_id) is distinct from
        (fold_text(f.title || chr(31) || f.description), f.board_id, f.status, f.category, f.board_category_id)
      order by 1`,
    lock: HOLD_ITEM,
    correct: `
      with removed as (
        delete from feedback_search where company_id = $1 and feedback_id = $2 and not exists (
          select from feedback_item where company_id = $1 and id = $2 and state = 'open'
        )
        returning feedback_id
      ), written as (
        insert into feedback_search as s (company_id, feedback_id, document, board_id, status, category, board_category_id)
        select company_id, id, fold_text(title || chr(31) || description), board_id, status, category, board_category_id
        from feedback_item where company_id = $1 and id = $2 and state = 'open'
        on conflict (company_id, feedback_id) do update set document = excluded.document, board_id = excluded.board_id,
          status = excluded.status, category = excluded.category, board_category_id = excluded.board_category_id
        where (s.document, s.board_id, s.status, s.category, s.board_category_id) is distinct from
          (excluded.document, excluded.board_id, excluded.status, excluded.category, excluded.board_category_id)
        returning feedback_id
      )
      select from removed union all select from written`,
    isPrivate: IS_PRIVATE_ITEM,
  },
  discussions: {
    title: "Items in the order by comments",
    find: `
      select array[coalesce(f.company_id, d.company_id), coalesce(f.id, d.feedback_id)]::text[] as key
      from (select * from feedback_item where state = 'open') f
      full join feedback_discussion d on d.company_id = f.company_id and d.feedback_id = f.id
      where (d.board_id, d.status, d.comments_count) is distinct from (f.board_id, f.status, f.comments_count)
      order by 1`,
    lock: HOLD_ITEM,
    correct: `
      with removed as (
        delete from feedback_discussion where company_id = $1 and feedback_id = $2 and not exists (
          select from feedback_item where company_id = $1 and id = $2 and state = 'open'
        )
        returning feedback_id
      ), written as (
        insert into feedback_discussion as d (company_id, feedback_id, board_id, status, comments_count)
        select company_id, id, board_id, status, comments_count
        from feedback_item where company_id = $1 and id = $2 and state = 'open'
        on conflict (company_id, feedback_id) do update set board_id = excluded.board_id,
          status = excluded.status, comments_count = excluded.comments_count
        where (d.board_id, d.status, d.comments_count) is distinct from
          (excluded.board_id, excluded.status, excluded.comments_count)
        returning feedback_id
      )
      select from removed union all select from written`,
    isPrivate: IS_PRIVATE_ITEM,
  },
  trend: {
    title: "Trends of items",
    find: `
      select array[f.company_id, f.id]::text[] as key, f.trend as stored, recount.trend as counted
      from feedback_item f cross join lateral (${TREND_OF_VOTES("f.company_id", "f.id")}) recount
      where ${IS_OTHER_TREND} order by f.company_id, f.id`,
    lock: HOLD_ITEM,
    correct: `
      update feedback_item f set trend = recount.trend from (${TREND_OF_VOTES("$1", "$2")}) recount
      where f.company_id = $1 and f.id = $2 and ${IS_OTHER_TREND}`,
    isPrivate: IS_PRIVATE_ITEM,
  },
} as const satisfies Record<string, StoredCount>;

type What = keyof typeof STORED;
const EVERYTHING_STORED = Object.keys(STORED) as What[];

/** A stored value that differs from its recount. */
export interface WrongCount {
  what: What;
  /**
   * The ids of the company and the item or comment; for counters, the company id, board id, status, category
   * and board category id. The board category id is 0 for items without a board category.
   */
  key: string[];
  /** The stored and the recounted value; missing if the values are not numbers. */
  stored?: number;
  counted?: number;
}

type Ask = (text: string) => Promise<Omit<WrongCount, "what">[]>;

/**
 * Recounts all stored values, each kind in one statement, and returns the wrong values. Concurrent
 * writes cause no wrong results.
 * @param ask runs a statement with access to all companies' rows
 */
export async function findWrongCounts(ask: Ask): Promise<WrongCount[]> {
  const wrong: WrongCount[] = [];
  for (const what of EVERYTHING_STORED) {
    for (const found of await ask(STORED[what].find)) wrong.push({ what, ...found });
  }
  return wrong;
}

/**
 * Recounts all stored values, corrects wrong values, and returns one line of text for each kind.
 * The portal can run during the recount: a concurrent write waits for at most one correction, and
 * open and cached pages are updated.
 * @throws StartError if the database contains no portal, or a database error
 */
export async function recount(connectionString: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString,
    application_name: "hearback recount",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // The error is ignored here, because the running query receives the error as well.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ holds: boolean }>(
      "select to_regclass('public.feedback_counter') is not null as holds",
    );
    if (!rows[0]?.holds) throw new StartError("The database contains no portal.");
    // Row-level security can hide companies' rows from the owner. This role can read the rows of
    // all companies and has no more rights than the portal.
    await client.query(
      "set role hearback_system; set search_path = public; set statement_timeout = 0",
    );
    const wrong = await findWrongCounts(
      async (text) => (await client.query<WrongCount>(text)).rows,
    );
    const lines: string[] = [];
    for (const what of EVERYTHING_STORED) {
      const its = wrong.filter((found) => found.what === what);
      let corrected = 0;
      for (const found of its) corrected += (await correct(client, found)) ? 1 : 0;
      lines.push(lineOf(STORED[what].title, its.length, corrected));
    }
    return lines;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lineOf(title: string, wrong: number, corrected: number): string {
  if (wrong === 0) return `${title}: all correct`;
  const others =
    wrong === corrected ? "" : `, ${String(wrong - corrected)} already gone or correct`;
  return `${title}: ${String(wrong)} wrong, ${String(corrected)} corrected${others}`;
}

/**
 * Corrects one value if it is still wrong. Returns whether it was corrected. Each correction has
 * its own transaction, which prevents deadlocks.
 */
async function correct(client: pg.Client, { what, key }: WrongCount): Promise<boolean> {
  const { lock, correct: write, isPrivate } = STORED[what];
  try {
    await client.query("begin isolation level read committed");
    await client.query(lock, key);
    // The correction is a separate statement, so that it reads what earlier holders of the lock
    // have committed.
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
