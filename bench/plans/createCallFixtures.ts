import pg from "pg";
import type { TestPortal, TestApp, Visitor } from "#server/checks/fixtures/testPortal.ts";
import type { TestUser } from "#server/checks/fixtures/factories.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";

/**
 * Clients and entities for calls. Most calls that change or delete an entity create the entity
 * first.
 */
export interface CallFixtures {
  portal: TestPortal;
  /** The company with the most items. */
  company: { id: number };
  /** The company's host. */
  host: string;
  anonymous: Visitor;
  user: Visitor;
  admin: Visitor;
  adminId: number;
  /** A super admin on the product's own host. */
  provider: Visitor;
  /** An item with votes, comments and status changes. */
  itemId: number;
  boardId: number;
  /** Returns a unique text. */
  word(): string;
  newBoard(): Promise<{ id: number; slug: string }>;
  newItem(): Promise<{ id: number }>;
  newUser(): Promise<TestUser & { visitor: Visitor }>;
  /** Creates a user with an item, a vote, a comment and an entry in the audit log. */
  newAuthor(): Promise<TestUser & { visitor: Visitor }>;
}

/**
 * Finds the item with the most comments among the items of the company's first board that have
 * votes and a status change.
 */
async function findBusyItem(connectionString: string, company: CompanyPlan): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id from feedback_item where company_id = $1 and board_id = $2 and status <> 'new' and votes > 0
       order by comments_count desc limit 1`,
      [company.id, company.firstBoardId],
    );
    return Number(rows[0]?.id);
  } finally {
    await client.end();
  }
}

let words = 0;

/** Creates the clients and entities for calls in the largest company. */
export async function createCallFixtures(
  portal: TestPortal,
  { visitor }: TestApp,
  company: CompanyPlan,
): Promise<CallFixtures> {
  const host = `company-${String(company.id)}.localhost`;
  const [user, admin, provider] = await Promise.all([
    portal.user("user", company),
    portal.user("company_admin", company),
    portal.user("super_admin"),
  ]);
  const boardId = company.firstBoardId;
  const itemId = await findBusyItem(portal.connectionString, company);
  const newUser = async () => {
    const made = await portal.user("user", company);
    return { ...made, visitor: visitor(host, made) };
  };
  return {
    portal,
    company,
    host,
    anonymous: visitor(host),
    user: visitor(host, user),
    admin: visitor(host, admin),
    adminId: admin.id,
    provider: visitor("localhost", provider),
    itemId,
    boardId,
    word: () => `word-${String((words += 1))}`,
    newBoard: () => portal.board(company),
    newItem: () => portal.item({ id: boardId }),
    newUser,
    newAuthor: async () => {
      const author = await newUser();
      const item = await portal.item({ id: boardId }, { userId: author.id });
      await portal.comment(item, { userId: author.id });
      await author.visitor.post(`/api/feedback/${String(itemId)}/vote`);
      await portal.sql(
        `insert into audit_entry (company_id, actor_id, actor_username, about_user_id, action, ip)
         values ($1, $2, 'author', $2, 'board.create', '::1')`,
        [company.id, author.id],
      );
      return author;
    },
  };
}
