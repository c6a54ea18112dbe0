import type { UndoResult } from "#contract/undo.ts";
import { ACCOUNT_DELETED } from "#contract/undo.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Restore, TakenUndo, UndoContext, UndoKind } from "./undo.queries.ts";
import { takeUndo } from "./undo.queries.ts";

/** How each kind of change is undone. */
export type UndoKinds = { readonly [Kind in UndoKind]: Restore<Kind> };

/**
 * Undoes a change of the viewer (docs/decisions/0053-undo.md). Of two calls with the same token, one
 * gets 404.
 * @throws HttpError 404 for an unknown token, one that was used, is older than a minute or belongs
 * to another account or company, 409 if an account that the change concerned was deleted
 */
export async function undo(kinds: UndoKinds, context: UndoContext): Promise<UndoResult> {
  const { db, viewer, params, response } = context;
  const { companyId } = db;
  const entry = { companyId, tokenHash: hashToken(params.token), viewerId: viewer.id };
  try {
    return await db.transaction(async (transaction) => {
      // Merges, bulk changes and decisions of a company wait for each other, so that they cannot
      // deadlock.
      await transaction.first(lockCompany, { companyId });
      const taken = await transaction.first(takeUndo, entry);
      if (!taken) throw context.notFound();
      const result = await restore(kinds, transaction, taken, context);
      if (result.restored === 0) response.unchanged();
      return result;
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw conflict(ACCOUNT_DELETED);
    throw error;
  }
}

function restore<Kind extends UndoKind>(
  kinds: UndoKinds,
  db: TenantTransaction,
  { kind, data }: TakenUndo<Kind>,
  context: UndoContext,
): Promise<UndoResult> {
  return kinds[kind](db, data, context);
}
