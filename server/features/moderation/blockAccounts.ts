import type { BlockedAccount, blockedAccountsApi } from "#contract/blockedAccounts.ts";
import type { Page, ResponseOf } from "#contract/endpoint.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { decodePosition, isTimestamp, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  countBlockedAccounts,
  deleteBlock,
  findBlockable,
  findBlockedAccount,
  insertBlock,
  listBlockedAccounts,
} from "./blockedAccounts.queries.ts";
import { deletePending, lockPending, offerDecisionUndo } from "./decideOnPosts.ts";

const ORDER = "blocked accounts";
/** The position before the first account of the list. */
const START = { key: "infinity", id: Number.MAX_SAFE_INTEGER };

/**
 * Returns one page of the accounts that are blocked in the company.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listBlockedAccountsPage({
  database,
  db,
  visibility,
  query: { limit, cursor },
}: Handled<typeof blockedAccountsApi.list, TenantUserContext>): Promise<Page<BlockedAccount>> {
  const position = cursor === undefined ? START : decodePosition(ORDER, cursor, isTimestamp);
  const rows = await database.system.all(listBlockedAccounts, {
    ...visibility,
    ...position,
    rows: limit + 1,
  });
  const total = (await db.first(countBlockedAccounts, visibility))?.total ?? 0;
  return pageOf(rows, {
    limit,
    order: ORDER,
    total,
    positionOf: ({ blockedAt, id }) => ({ key: blockedAt, id }),
  });
}

type BlockContext = Handled<typeof blockedAccountsApi.block, TenantUserContext>;

/**
 * Blocks an account in the company and, on request, deletes its posts that wait for approval on boards
 * that the viewer sees, up to `DECISION_LIMIT` items and as many comments.
 * @throws HttpError 404 for an account that neither belongs to the company nor has written, voted
 * or reported in it, 409 for an admin
 */
export async function blockAccount(
  context: BlockContext,
): Promise<ResponseOf<typeof blockedAccountsApi.block>> {
  const { db, database, visibility, params, response } = context;
  const { companyId } = db;
  const account = { companyId, userId: params.id };
  const found = await database.system.first(findBlockable, account);
  if (!found) throw context.notFound();
  if (isAdminOf(found, companyId)) throw conflict("Admins cannot be blocked");
  let undoToken: string | null;
  try {
    undoToken = await db.transaction((transaction) => block(transaction, context, found.username));
  } catch (error) {
    // Another transaction deleted the account after this request had found it.
    if (isForeignKeyViolation(error, "blocked_account_user_id_fkey")) throw context.notFound();
    throw error;
  }
  response.changed({ kind: "moderation" }, true);
  const blocked = await database.system.first(findBlockedAccount, { ...visibility, ...account });
  if (!blocked) throw context.notFound();
  return { ...blocked, undoToken };
}

/**
 * Returns the token for the undo, or null if the account was already blocked and no post was
 * deleted, or if the deleted posts could not be restored as they were.
 */
async function block(
  db: TenantTransaction,
  context: BlockContext,
  username: string,
): Promise<string | null> {
  const { viewer, visibility, params, body, response } = context;
  const { companyId } = db;
  const account = { companyId, userId: params.id };
  const chosen = { ...visibility, ...account, feedbackIds: [], commentIds: [] };
  const pending = body.rejectPending ? await lockPending(db, chosen) : undefined;
  const { feedbackIds = [], commentIds = [] } = pending ?? {};
  const isNew = await db.first(insertBlock, { ...account, blockedById: viewer.id });
  if (!isNew && feedbackIds.length + commentIds.length === 0) return null;
  const blocked = isNew ? { id: params.id, username } : null;
  const posts = { feedbackIds, commentIds };
  const undoToken = await offerDecisionUndo(db, viewer, posts, { decision: "block", blocked });
  if (isNew) {
    await recordAudit(db, context, companyId, {
      action: "account.block",
      subject: username,
      aboutUserId: params.id,
    });
  }
  if (pending) await deletePending(db, pending, response);
  return undoToken;
}

export async function unblockAccount(
  context: Handled<typeof blockedAccountsApi.unblock, TenantUserContext>,
): Promise<void> {
  const { db, database, params, response } = context;
  const { companyId } = db;
  const account = { companyId, userId: params.id };
  const seen = { ...account, canSeeAddresses: true };
  const blocked = await database.system.first(findBlockedAccount, seen);
  if (!blocked) throw context.notFound();
  await db.transaction(async (transaction) => {
    if (!(await transaction.first(deleteBlock, account))) throw context.notFound();
    await recordAudit(transaction, context, companyId, {
      action: "account.unblock",
      subject: blocked.username,
      aboutUserId: params.id,
    });
  });
  response.changed({ kind: "moderation" }, true);
}
