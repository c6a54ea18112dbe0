import pg from "pg";

/**
 * For each scenario, the table into which the scenario inserts rows, and the query for the stored
 * count of these rows.
 */
const COUNTS: Record<string, [rows: string, stored: string]> = {
  vote: ["user_vote", "select coalesce(sum(votes), 0) from feedback_item where company_id = $1"],
  comment: [
    "comment",
    "select coalesce(sum(comments_count), 0) from feedback_item where company_id = $1",
  ],
  submit: [
    "feedback_item",
    "select coalesce(sum(items), 0) from feedback_counter where company_id = $1",
  ],
};

export interface Count {
  rows: number;
  stored: number;
}

/**
 * Counts the company's rows in the scenario's table and reads their stored count. Returns undefined
 * for scenarios that insert no counted rows.
 */
export async function countWritten(
  url: string,
  scenario: string,
  companyId: number,
): Promise<Count | undefined> {
  const count = COUNTS[scenario];
  if (!count) return undefined;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const [table, stored] = count;
    const { rows } = await client.query<{ rows: string; stored: string }>(
      `select (select count(*) from ${table} where company_id = $1) as rows, (${stored}) as stored`,
      [companyId],
    );
    return { rows: Number(rows[0]?.rows), stored: Number(rows[0]?.stored) };
  } finally {
    await client.end();
  }
}
