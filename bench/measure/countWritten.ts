import pg from "pg";

/** The table of a scenario's rows, and the query for their stored count. */
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

/** Counts rows and stored counts. Undefined for scenarios that write no counted rows. */
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
