import { createHash } from "node:crypto";
import pg from "pg";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";

/** Number of items of each large board. */
const ITEMS = 300;

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Signs in the admin of a company. Returns the cookie header. */
export async function signInAdmin(url: string, { firstUserId }: CompanyPlan): Promise<string> {
  const token = createHash("sha256")
    .update(`admin ${String(firstUserId)}`)
    .digest("base64url");
  const insert =
    "insert into session (token_hash, user_id, host, expires_at) values ($1, $2, null, now() + interval '1 day') on conflict do nothing";
  await asOwner(url, (client) => client.query(insert, [hashToken(token), firstUserId]));
  return `hearback_session=${token}`;
}

/** Creates boards with `ITEMS` items each. Returns the ids of the boards and of their items. */
export function createLargeBoards(
  url: string,
  company: CompanyPlan,
  boards: number,
): Promise<{ boardIds: number[]; itemIds: number[] }> {
  return asOwner(url, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into board (company_id, name, slug)
       select $1, 'Large ' || n, gen_random_uuid() from generate_series(1, $2::int) n returning id`,
      [company.id, boards],
    );
    const boardIds = rows.map(({ id }) => Number(id));
    const items = await client.query<{ id: string }>(
      `insert into feedback_item (company_id, board_id, title, description, status, category)
       select $1, board_id, 'Item ' || n, 'What a visitor wants.', 'new', 'feature'
       from unnest($2::bigint[]) board_id, generate_series(1, $3::int) n
       returning id`,
      [company.id, boardIds, ITEMS],
    );
    return { boardIds, itemIds: items.rows.map(({ id }) => Number(id)) };
  });
}
