import type { Board } from "#contract/boards.ts";
import { boardsApi } from "#contract/boards.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import {
  placeCommentsOfBoard,
  recountMovedComments,
} from "#server/features/mergedComments/mergedComments.queries.ts";
import {
  listSourcesOfBoard,
  unmergeBeforeDeletion,
} from "#server/features/unmerging/unmerging.queries.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict, forbidden, invalid, notFound } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  deleteBoard,
  deleteItemsOfBoard,
  ITEMS_AT_ONCE,
  insertBoard,
  reorderBoards,
  updateBoard,
} from "./boards.queries.ts";
import { listAllBoards } from "./listBoardsPage.ts";

type DeletionContext = Handled<typeof boardsApi.remove, TenantUserContext>;

async function findBoard(db: TenantDb, boardId: number): Promise<Board> {
  const board = (await listAllBoards(db)).find(({ id }) => id === boardId);
  if (!board) throw notFound(boardsApi.update.notFound);
  return board;
}

/** @throws HttpError 404 for an API key that may not see the private board */
function refuseHidden(
  { isPrivate }: Board,
  { visibility, notFound: unknown }: Pick<DeletionContext, "visibility" | "notFound">,
): void {
  if (isPrivate && !visibility.canSeePrivate) throw unknown();
}

/** @throws HttpError 409 if another board of the company has the slug */
async function refuseTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, "board_company_id_slug_key"))
      throw conflict("Slug is already taken");
    throw error;
  }
}

export async function createBoard(
  context: Handled<typeof boardsApi.create, TenantUserContext>,
): Promise<Board> {
  const { db, tenantId, config, body, response } = context;
  if (body.companyId !== undefined && body.companyId !== tenantId) throw forbidden();
  const board = await refuseTakenSlug(
    db.transaction(async (transaction) => {
      await requireRoom(transaction, config.quotas, { companyId: tenantId, kind: "boards" });
      const created = await transaction.first(insertBoard, { ...body, companyId: tenantId });
      if (!created) throw new Error("The board was not created");
      await recordAudit(transaction, context, tenantId, {
        action: "board.create",
        subject: body.name,
      });
      return findBoard(transaction, created.id);
    }),
  );
  response.changed({ kind: "boards" }, board.isPrivate);
  return board;
}

export async function changeBoard(
  context: Handled<typeof boardsApi.update, TenantUserContext>,
): Promise<Board> {
  const { db, body, params } = context;
  const { companyId } = db;
  if (body.companyId !== undefined && body.companyId !== companyId) throw forbidden();
  const { board, wasPrivate } = await refuseTakenSlug(
    db.transaction(async (transaction) => {
      // Without this lock, a concurrent merge could move comments according to the board's former
      // privacy.
      if (body.isPrivate !== undefined) await transaction.first(lockCompany, { companyId });
      const before = await findBoard(transaction, params.id);
      refuseHidden(before, context);
      const changed = await transaction.first(updateBoard, {
        ...body,
        companyId,
        boardId: params.id,
        changed: changedFields(body),
      });
      if (!changed) throw context.notFound();
      await recordAudit(transaction, context, companyId, {
        action: "board.update",
        subject: changed.name,
        details: changesOf(before, body),
      });
      const found = await findBoard(transaction, params.id);
      if (found.isPrivate !== changed.wasPrivate)
        await placeCommentsOfChangedBoard(transaction, params.id);
      return { board: found, wasPrivate: changed.wasPrivate };
    }),
  );
  const { isPrivate } = board;
  // A change of `isPrivate` shows or hides all items of the board, so it affects more than the list
  // of boards.
  const kind = wasPrivate === isPrivate ? "boards" : "anything";
  context.response.changed({ kind }, wasPrivate && isPrivate);
  return board;
}

/**
 * Moves the comments of merged items after the board has become private or public. Which item a
 * comment belongs to depends on whether the board is private (see `mergedComments.queries.ts`).
 */
async function placeCommentsOfChangedBoard(db: TenantDb, boardId: number): Promise<void> {
  const { companyId } = db;
  const placed = await db.all(placeCommentsOfBoard, { companyId, boardId });
  await recountMovedComments(
    db,
    placed.map(({ id }) => id),
  );
}

/**
 * Deletes a board with its items, 500 at a time. A single transaction would lock all items until
 * its end, and every vote for an item would wait for the lock and occupy a connection. Items of
 * other boards that were merged into items of the board become independent again first. An
 * interrupted deletion leaves the board with the remaining items, and can be repeated.
 */
export async function removeBoard(context: DeletionContext): Promise<void> {
  const { db } = context;
  refuseHidden(await findBoard(db, context.params.id), context);
  for (;;) {
    const work = (transaction: TenantTransaction) => removeSlice(transaction, context);
    const deleted = await db.transaction(work, { isLong: true });
    if (!deleted) continue;
    context.response.changed({ kind: "anything" }, deleted.isPrivate);
    return;
  }
}

/**
 * Unmerges or deletes up to 500 items, or deletes the board if it has no more than 500 items. The
 * foreign key then deletes these items. Returns the board if it was deleted.
 */
async function removeSlice(db: TenantTransaction, context: DeletionContext) {
  const { companyId } = db;
  const target = { companyId, boardId: context.params.id };
  // Without the lock, a concurrent deletion would select the same items and wait until they are
  // deleted. It would then delete nothing and wrongly conclude that no items are left.
  await db.first(lockCompany, { companyId });
  const sources = await db.all(listSourcesOfBoard, target);
  if (sources.length > 0) {
    await context.response.record(db, ...(await unmergeBeforeDeletion(db, sources)));
    return undefined;
  }
  const items = await db.all(deleteItemsOfBoard, { ...target, spared: ITEMS_AT_ONCE });
  if (items.length > 0) return undefined;
  const deleted = await db.first(deleteBoard, target);
  if (!deleted) throw context.notFound();
  await recordAudit(db, context, companyId, { action: "board.delete", subject: deleted.name });
  return deleted;
}

/**
 * Sets the order of the company's boards. The list must contain each board exactly once.
 * @throws HttpError 400 for any other list
 */
export async function orderBoards(
  context: Handled<typeof boardsApi.reorder, TenantUserContext>,
): Promise<Board[]> {
  const { db, tenantId, body, response } = context;
  const { before, after } = await db.transaction(async (transaction) => {
    await transaction.first(lockCompany, { companyId: tenantId });
    const boards = await listAllBoards(transaction);
    const wanted = new Set(body.boardIds);
    const isComplete = wanted.size === body.boardIds.length && wanted.size === boards.length;
    if (!isComplete || !boards.every(({ id }) => wanted.has(id))) {
      throw invalid({
        boardIds: ["The boards have changed meanwhile. Reload and order them again."],
      });
    }
    await transaction.all(reorderBoards, { companyId: tenantId, boardIds: body.boardIds });
    await recordAudit(transaction, context, tenantId, { action: "board.reorder" });
    return { before: boards, after: await listAllBoards(transaction) };
  });
  response.changed({ kind: "boards" }, publicOrder(before) === publicOrder(after));
  return after;
}

/** Returns the order of the public boards. It stays the same if only private boards are moved. */
function publicOrder(boards: readonly Board[]): string {
  return boards
    .filter(({ isPrivate }) => !isPrivate)
    .map(({ id }) => id)
    .join();
}
