import { randomBytes } from "node:crypto";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { TestCompany, TestUser } from "#server/checks/fixtures/factories.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import type { Viewers } from "#server/checks/fixtures/viewers.ts";

type Entity = Record<"id", number>;

/**
 * A company with every kind of entity, and a second company. `foreignBoard` and `foreignItem`
 * belong to the second company.
 */
export interface AttackFixtures {
  portal: TestPortal;
  company: TestCompany;
  other: TestCompany;
  viewers: Viewers;
  customer: TestUser;
  admin: TestUser;
  superAdmin: TestUser;
  board: Entity;
  privateBoard: Entity;
  foreignBoard: Entity;
  category: Entity;
  item: Entity;
  privateItem: Entity;
  foreignItem: Entity;
  comment: Entity;
  /** A second session of the customer. */
  session: Entity;
  /** Plain token of the customer's pending password reset, as in the mail's link. */
  resetToken: string;
  /**
   * Authenticator secrets. The `pending` secret of the admin is not confirmed yet. The `confirmed`
   * secret belongs to the super admin.
   */
  secrets: { pending: Buffer; confirmed: Buffer };
  faq: Entity;
  announcement: Entity;
}

/** Creates new fixtures, which share only the installation's settings with earlier fixtures. */
export async function createAttackFixtures(portal: TestPortal): Promise<AttackFixtures> {
  const company = await portal.company();
  const { viewers, other, user: customer, admin } = await castOf(portal, company);
  const superAdmin = await portal.user("super_admin");
  const [board, privateBoard, foreignBoard, category] = await Promise.all([
    portal.board(company),
    portal.board(company, { isPrivate: true }),
    portal.board(other),
    portal.category(company),
  ]);
  const [item, privateItem, foreignItem] = await Promise.all([
    portal.item(board, { userId: customer.id }),
    portal.item(privateBoard),
    portal.item(foreignBoard),
  ]);
  const entities = { board, privateBoard, foreignBoard, category, item, privateItem, foreignItem };
  const comment = await portal.comment(item, { userId: customer.id });
  const accounts = await prepareAccounts(portal, { customer, admin, superAdmin });
  const [faq, announcement] = await Promise.all([
    insert(portal, "insert into faq (question, answer) values ('Why?', 'So.') returning id"),
    insert(
      portal,
      "insert into announcement (title, content) values ('News', 'Good.') returning id",
    ),
  ]);
  await insert(portal, "update company set custom_domain = $2 where id = $1 returning id", [
    company.id,
    `feedback-${String(company.id)}.example`,
  ]);
  const users = { customer, admin, superAdmin };
  return {
    portal,
    company,
    other,
    viewers,
    ...users,
    ...entities,
    comment,
    ...accounts,
    faq,
    announcement,
  };
}

/**
 * Adds a second session and a pending password reset for the customer, an unconfirmed authenticator
 * for the admin, and a confirmed authenticator for the super admin.
 */
async function prepareAccounts(
  portal: TestPortal,
  { customer, admin, superAdmin }: Pick<AttackFixtures, "customer" | "admin" | "superAdmin">,
) {
  const resetToken = newSessionToken();
  const secrets = { pending: randomBytes(20), confirmed: randomBytes(20) };
  const addAuthenticator = (userId: number, secret: Buffer, isConfirmed: boolean) =>
    portal.sql(
      "insert into authenticator (user_id, secret, recovery_salt, confirmed_at) values ($1, $2, $3, case when $4 then now() end)",
      [userId, secret, randomBytes(16), isConfirmed],
    );
  const [session] = await Promise.all([
    insert(
      portal,
      "insert into session (token_hash, user_id, host, expires_at) values ($1, $2, null, now() + interval '1 day') returning id",
      [randomBytes(32), customer.id],
    ),
    portal.sql(
      "insert into password_reset (user_id, token_hash, expires_at) values ($1, $2, now() + interval '10 minutes')",
      [customer.id, hashToken(resetToken)],
    ),
    addAuthenticator(admin.id, secrets.pending, false),
    addAuthenticator(superAdmin.id, secrets.confirmed, true),
  ]);
  return { session, resetToken, secrets };
}

async function insert(portal: TestPortal, text: string, values: unknown[] = []): Promise<Entity> {
  const [row] = await portal.sql<{ id: string }>(text, values);
  if (!row) throw new Error(`Nothing was inserted: ${text}`);
  return { id: Number(row.id) };
}
