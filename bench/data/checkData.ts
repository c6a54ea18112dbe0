import type pg from "pg";
import type { WrongCount } from "#server/operations/recount/recount.queries.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

/**
 * Recounts all stored counts.
 * @throws Error with the number of wrong counts and the first wrong count
 */
export async function checkData(client: pg.ClientBase): Promise<void> {
  const wrong = await findWrongCounts(async (text) => (await client.query<WrongCount>(text)).rows);
  if (wrong.length > 0)
    throw new Error(`${String(wrong.length)} wrong counts: ${JSON.stringify(wrong[0])}`);
}
