import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { hashPassword } from "#server/features/auth/password.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { encodePosition } from "#server/platform/http/keysetCursor.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";

/** A user of the measured company with a session. */
export interface BenchUser {
  id: number;
  username: string;
  /** Value of the session cookie. */
  token: string;
}

/** Data that the scenarios use. It is plain JSON, because it is sent to other processes. */
export interface BenchFixtures {
  company: CompanyPlan;
  /** Users without votes. */
  users: BenchUser[];
  /** The admin of the company. */
  admin: BenchUser;
  /** Ids of at most 10,000 open items of public boards, in random order. */
  itemIds: number[];
  /** The item with the most comments among `itemIds`. */
  discussedId: number;
  /** The address of a picture in the description of a public item. */
  pictureUrl: string;
  /** The path of a published changelog entry, which links completed items. */
  entryPath: string;
  /** Cursor of a page far down the list. */
  deep: { cursor: string };
}

export const PASSWORD = "correct horse battery";

/** Number of users. It is large enough that no user reaches a rate limit within a run. */
const USERS = 2000;
const ITEMS = 10_000;
const PAGE_SIZE = 20;
const DEEPEST_PAGE = 500;
/** Number of unread notifications of each user. */
const NOTIFICATIONS = 30;

/** On average, one in `CLOSED` items of the company is closed. */
const CLOSED = 100;

/** Returns a deterministic session token. */
const tokenOf = (who: string) => createHash("sha256").update(`bench ${who}`).digest("base64url");

async function signInUsers(
  client: pg.Client,
  companyId: number,
  count: number,
): Promise<BenchUser[]> {
  const tokens = Array.from({ length: count }, (_, n) => tokenOf(String(n)));
  const { rows } = await client.query<{ id: string; username: string }>(
    `with account as (
       insert into user_account (username, password_hash, full_name, home_company_id)
       select 'bench-' || n || '@example.com', $1, 'Bench User ' || n, $2 from generate_series(1, $3) n
       returning id, username
     ), session as (
       insert into session (token_hash, user_id, host, expires_at)
       select hash, account.id, null, now() + interval '30 days'
       from unnest($4::bytea[]) with ordinality token (hash, n) join account on username = 'bench-' || n || '@example.com'
     )
     select id, username from account order by id`,
    [await hashPassword(PASSWORD), companyId, count, tokens.map(hashToken)],
  );
  return rows.map(({ id, username }) => {
    const n = Number(/\d+/.exec(username)?.[0]);
    return { id: Number(id), username, token: tokens[n - 1] ?? "" };
  });
}

/** Signs in the company's admin, to whom items are assigned. */
async function signInAdmin(client: pg.Client, { firstUserId }: CompanyPlan): Promise<BenchUser> {
  const token = tokenOf("admin");
  const { rows } = await client.query<{ username: string }>(
    `with session as (
       insert into session (token_hash, user_id, host, expires_at)
       values ($1, $2, null, now() + interval '30 days')
     )
     select username from user_account where id = $2`,
    [hashToken(token), firstUserId],
  );
  return { id: firstUserId, username: rows[0]?.username ?? "", token };
}

async function closeItems(client: pg.Client, companyId: number): Promise<void> {
  await client.query(
    `update feedback_item set state = 'closed', closed_at = now(), close_reason = 'other'
     where company_id = $1 and hashint8(id) % $2 = 0`,
    [companyId, CLOSED],
  );
}

/** Inserts unread notifications for each user, about changes of status of these items. */
async function notifyUsers(
  client: pg.Client,
  companyId: number,
  { users, itemIds }: { users: readonly BenchUser[]; itemIds: readonly number[] },
): Promise<void> {
  await client.query(
    `with added as (
       insert into activity (company_id, feedback_id, kind, origin, data)
       select $1, item, 'status_changed', 'http://localhost',
         '{"fromStatus":"new","toStatus":"planned","note":"Soon","isSilent":false}'
       from unnest($2::bigint[]) item returning id, feedback_id
     )
     insert into notification (company_id, user_id, activity_id, feedback_id, reason, mail)
     select $1, who, added.id, added.feedback_id, 'voted', 'off'
     from added, unnest($3::bigint[]) who`,
    [companyId, itemIds, users.map(({ id }) => id)],
  );
}

/** Number of bytes of the picture, as of a screenshot. */
const PICTURE_BYTES = 100_000;

/** Inserts a picture and returns its address. Former versions of the portal have no pictures. */
async function insertPicture(
  client: pg.Client,
  companyId: number,
  itemId: number | undefined,
): Promise<string> {
  const id = "0b9d2c4e-7f1a-4c58-9e63-2f8a5d1c7b40";
  const { rows } = await client.query("select to_regclass('picture') as found");
  if (rows[0]?.found !== null)
    await client.query(
      `insert into picture (company_id, id, feedback_id, part, loose_since, width, height, bytes,
         content)
       values ($1, $2, $3, 'description', null, 640, 360, $4, $5)`,
      [companyId, id, itemId, PICTURE_BYTES, randomBytes(PICTURE_BYTES)],
    );
  return `/pictures/${id}/640x360.webp`;
}

/** Number of published changelog entries. */
const ENTRIES = 200;

/**
 * Inserts changelog entries that link an item each, and returns the path of the newest. Former versions
 * of the portal have no entries.
 */
async function insertEntries(
  client: pg.Client,
  companyId: number,
  itemIds: readonly number[],
): Promise<string> {
  const { rows } = await client.query("select to_regclass('changelog_entry') as found");
  if (rows[0]?.found !== null)
    await client.query(
      `with entry as (
         insert into changelog_entry (company_id, title, slug, body, body_markdown, state,
           publish_at, told_at, search_text)
         select $1, 'Entry ' || n, 'entry-' || n, plain, source, 'published', at, at, plain
         from generate_series(1, $3) n, lateral (
           select now() - make_interval(hours => $3 - n) as at,
             repeat('What is new in this version, in a few words. ', 12) as plain,
             repeat(E'## What is *new*\n\n- in **this** version\n- in a few words\n\n', 12)
               as source
         ) text
         returning id
       )
       insert into changelog_entry_item (company_id, feedback_id, entry_id, position)
       select $1, item.id, entry.id, 0
       from (select id, row_number() over (order by id) as place from entry) entry
       join unnest($2::bigint[]) with ordinality item (id, place) using (place)`,
      [companyId, itemIds, ENTRIES],
    );
  return `/changelog/entry-${String(ENTRIES)}`;
}

async function findDeepPage(
  client: pg.Client,
  company: CompanyPlan,
): Promise<BenchFixtures["deep"]> {
  const page = Math.max(2, Math.min(DEEPEST_PAGE, Math.floor(company.items / PAGE_SIZE / 2)));
  const { rows } = await client.query<{ id: string; votes: number }>(
    `select f.id, f.votes from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
     where f.company_id = $1 and f.state = 'open' and not b.is_private order by f.votes desc, f.id desc offset $2 limit 1`,
    [company.id, (page - 1) * PAGE_SIZE - 1],
  );
  const [last] = rows;
  if (!last) throw new Error("The biggest company has fewer than two pages");
  return { cursor: encodePosition("votes", { key: String(last.votes), id: Number(last.id) }) };
}

/**
 * Closes some items, creates accounts, sessions and notifications, and looks up the ids that
 * requests use.
 */
export async function createBenchFixtures(
  url: string,
  company: CompanyPlan,
  users = USERS,
): Promise<BenchFixtures> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await closeItems(client, company.id);
    const items = await client.query<{ id: string; comments: number }>(
      `select f.id, f.comments_count as comments
       from feedback_item f join board b on b.company_id = f.company_id and b.id = f.board_id
       where f.company_id = $1 and f.state = 'open' and not b.is_private order by hashint8(f.id) limit $2`,
      [company.id, ITEMS],
    );
    const [discussed] = items.rows.toSorted((a, b) => b.comments - a.comments);
    const signedIn = await signInUsers(client, company.id, users);
    const itemIds = items.rows.map(({ id }) => Number(id));
    const notified = { users: signedIn, itemIds: itemIds.slice(0, NOTIFICATIONS) };
    await notifyUsers(client, company.id, notified);
    return {
      company,
      users: signedIn,
      admin: await signInAdmin(client, company),
      itemIds,
      discussedId: Number(discussed?.id),
      pictureUrl: await insertPicture(client, company.id, itemIds[0]),
      entryPath: await insertEntries(client, company.id, itemIds.slice(-ENTRIES)),
      deep: await findDeepPage(client, company),
    };
  } finally {
    await client.end();
  }
}
