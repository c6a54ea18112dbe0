import { sql } from "#server/platform/db/sql.ts";
import { statement, statementByShape } from "#server/platform/db/statement.ts";

/** Maximum number of boards in a sitemap. */
const MOST_BOARDS = 1000;

/**
 * Maximum number of items in a sitemap file. The protocol allows 50,000, but a short file costs
 * less to create.
 */
export const FILE_ITEMS = 1000;

/** Returns up to `MOST_BOARDS` public boards of the company with their numbers of open items. */
export const listPublicBoards = statement<
  { companyId: number },
  { id: number; slug: string; items: number }
>(
  "list_public_boards",
  (p) => sql`
    select b.id, b.slug, coalesce((
      select sum(counter.items) from feedback_counter counter
      where counter.company_id = b.company_id and counter.board_id = b.id
    ), 0) as items
    from board b
    where b.company_id = ${p.companyId} and not b.is_private
    order by b.order_index, b.id limit ${sql.lit(MOST_BOARDS)}
  `,
);

/** Returns the last parts of the addresses of the newest published changelog entries. */
export const listEntrySlugs = statement<{ companyId: number }, { slug: string }>(
  "list_entry_slugs",
  (p) => sql`
    select slug from changelog_entry
    where company_id = ${p.companyId} and state = 'published'
    order by publish_at desc, id desc limit ${sql.lit(FILE_ITEMS)}
  `,
);

/**
 * Returns the ids of a public board's open items in the file with the number `page`, newest first.
 * Returns nothing for a private board, whose items are not read. The offset of the file is not a
 * parameter of the statement, because PostgreSQL plans badly with a parameter in OFFSET.
 */
export const listPublicItems = statementByShape((page: number) =>
  statement<{ companyId: number; boardId: number }, { id: number }>(
    "list_public_items",
    (p) => sql`
      select f.id from feedback_item f
      where f.company_id = ${p.companyId} and f.board_id = ${p.boardId} and f.state = 'open'
        and (select not is_private from board
          where company_id = ${p.companyId} and id = ${p.boardId})
      order by f.created_at desc, f.id desc
      offset ${sql.lit((page - 1) * FILE_ITEMS)} limit ${sql.lit(FILE_ITEMS)}
    `,
  ),
);
