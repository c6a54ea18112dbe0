import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/**
 * Maximum size of a page of a list in bytes of JSON (docs/product-decisions.md "Feedback"): a page
 * that a client does not read occupies memory.
 */
export const PAGE_BYTES = 128 * 1024;

/**
 * A long text column of a list's rows, null in each row that begins beyond `PAGE_BYTES`. Such a row
 * is not part of the page, so PostgreSQL neither decompresses nor sends its text. The length is
 * stored beside a text and known without reading it.
 * @param order the order of the list
 */
export function textWithinPage(
  column: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`case when coalesce(
    sum(octet_length(${column})) over (
      order by ${order} rows between unbounded preceding and 1 preceding
    ), 0
  ) <= ${sql.lit(PAGE_BYTES)} then ${column} end`;
}
