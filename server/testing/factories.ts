import type { UserRole } from "#contract/users.ts";
import { hashPassword } from "#server/auth/password.ts";
import { hashToken, newSessionToken } from "#server/auth/sessionToken.ts";

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

export interface TestUser {
  id: number;
  username: string;
  fullName: string;
  role: UserRole;
  companyId: number | null;
  /** A Cookie header that signs in as this user. */
  cookie: string;
}

export interface TestCompany {
  id: number;
  name: string;
  host: string;
  subdomain: string;
}

export interface Factories {
  company(name?: string): Promise<TestCompany>;
  user(role: UserRole, company?: { id: number } | null): Promise<TestUser>;
  board(
    company: { id: number },
    overrides?: { name?: string; isPrivate?: boolean },
  ): Promise<{ id: number; slug: string; name: string }>;
  category(company: { id: number }, name?: string): Promise<{ id: number; name: string }>;
  item(
    board: { id: number },
    overrides?: {
      title?: string;
      description?: string;
      status?: string;
      category?: string;
      userId?: number;
      boardCategoryId?: number;
      createdAt?: string;
      votes?: number;
    },
  ): Promise<{ id: number; title: string }>;
  comment(
    item: { id: number },
    overrides?: { content?: string; userId?: number | null },
  ): Promise<{ id: number; content: string }>;
  /** Changes the installation's settings for the tests of this file. */
  site(settings: { allowPublicRegistration?: boolean; allowPublicFeedback?: boolean }): Promise<void>;
}

export const TEST_PASSWORD = "correct horse battery";

let passwordHash: Promise<string> | undefined;
let serial = 0;
const next = () => String((serial += 1)).padStart(4, "0");

async function idOf(rows: Promise<{ id: string | number }[]>): Promise<number> {
  const [row] = await rows;
  if (!row) throw new Error("Nothing was inserted");
  return Number(row.id);
}

/** Rows put straight into the database, so that a test starts where it gets interesting. */
export function createFactories(sql: Sql): Factories {
  return {
    async company(name = `Company ${next()}`) {
      const subdomain = `company-${next()}`;
      const id = await idOf(
        sql("insert into company (name, subdomain) values ($1, $2) returning id", [name, subdomain]),
      );
      return { id, name, subdomain, host: `${subdomain}.localhost` };
    },
    async user(role, company = null) {
      passwordHash ??= hashPassword(TEST_PASSWORD);
      const username = `user-${next()}@example.com`;
      const fullName = `User ${next()}`;
      const companyId = company?.id ?? null;
      const id = await idOf(
        sql(
          "insert into user_account (username, password_hash, full_name, role, home_company_id) values ($1, $2, $3, $4, $5) returning id",
          [username, await passwordHash, fullName, role, companyId],
        ),
      );
      const token = newSessionToken();
      await sql(
        "insert into session (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
        [hashToken(token), id],
      );
      return { id, username, fullName, role, companyId, cookie: `hearback_session=${token}` };
    },
    async board(company, { name = `Board ${next()}`, isPrivate = false } = {}) {
      const slug = `board-${next()}`;
      const id = await idOf(
        sql(
          "insert into board (company_id, name, slug, description, is_private, order_index) values ($1, $2, $3, 'A board', $4, $5) returning id",
          [company.id, name, slug, isPrivate, serial],
        ),
      );
      return { id, slug, name };
    },
    async category(company, name = `Category ${next()}`) {
      const id = await idOf(
        sql("insert into board_category (company_id, name) values ($1, $2) returning id", [company.id, name]),
      );
      return { id, name };
    },
    async item(board, overrides = {}) {
      const title = overrides.title ?? `Item ${next()}`;
      const id = await idOf(
        sql(
          `insert into feedback_item (company_id, board_id, title, description, status, category, user_id, board_category_id, votes, created_at)
           select company_id, id, $2, $3, $4, $5, $6, $7, $8, coalesce($9, now()) from board where id = $1 returning id`,
          [
            board.id,
            title,
            overrides.description ?? `What ${title} is about`,
            overrides.status ?? "new",
            overrides.category ?? "feature",
            overrides.userId ?? null,
            overrides.boardCategoryId ?? null,
            overrides.votes ?? 0,
            overrides.createdAt ?? null,
          ],
        ),
      );
      return { id, title };
    },
    async comment(item, { content = `Comment ${next()}`, userId = null } = {}) {
      const id = await idOf(
        sql(
          `with added as (
             insert into comment (company_id, feedback_id, user_id, content)
             select company_id, id, $2::bigint, $3 from feedback_item where id = $1 returning id
           ), counted as (
             update feedback_item set comments_count = comments_count + 1 where id = $1
           )
           select id from added`,
          [item.id, userId, content],
        ),
      );
      return { id, content };
    },
    async site({ allowPublicRegistration, allowPublicFeedback }) {
      await sql(
        `update site_settings set allow_public_registration = coalesce($1, allow_public_registration),
           allow_public_feedback = coalesce($2, allow_public_feedback)`,
        [allowPublicRegistration ?? null, allowPublicFeedback ?? null],
      );
    },
  };
}
