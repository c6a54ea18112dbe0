import type pg from "pg";
import type { WrongCount } from "#server/operations/recount/recount.queries.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

/** Recounts all that is stored. @throws when anything is off, with how much of it and the first of it */
export async function checkData(client: pg.ClientBase): Promise<void> {
  const wrong = await findWrongCounts(async (text) => (await client.query<WrongCount>(text)).rows);
  if (wrong.length > 0)
    throw new Error(`${String(wrong.length)} wrong counts: ${JSON.stringify(wrong[0])}`);
}
