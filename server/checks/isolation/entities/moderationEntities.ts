import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import { item, ownItem } from "./feedbackEntities.ts";
import type { CreateEntity } from "./entity.ts";

/** Creates an item that waits for approval. */
export const pendingItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await ownItem(fixtures, kind, viewer);
  await fixtures.portal.sql(
    "update feedback_item set is_pending = true, state = 'pending' where id = $1",
    [params["id"]],
  );
  return params;
};

/** Stores a change of the viewer, or of a super admin if the viewer is no admin, to be undone. */
export const ownUndo: CreateEntity = async (fixtures, kind, viewer) => {
  const { admin, stranger, superAdmin, superOfA, company, other, portal } = fixtures;
  const admins: Partial<Record<ViewerKey, { id: number }>> = { C: admin, X: stranger, W: superOfA };
  const token = newSessionToken();
  if (kind !== "missing")
    await portal.sql(
      `insert into undo_entry (company_id, token_hash, user_id, kind, data)
       values ($1, $2, $3, 'closing', '{"closings": []}')`,
      [
        kind === "foreign" ? other.id : company.id,
        hashToken(token),
        (admins[viewer] ?? superAdmin).id,
      ],
    );
  return { token };
};

/** Stores a change of another admin of the same company. */
export const othersUndo: CreateEntity = (fixtures, kind) => ownUndo(fixtures, kind, "P");

/** Creates an item that a customer of A has reported. */
export const reportedItem: CreateEntity = async (fixtures, kind, viewer) => {
  const params = await item(fixtures, kind, viewer);
  await fixtures.portal.sql(
    `insert into report (company_id, feedback_id, user_id, reason)
     select company_id, id, $2, 'spam' from feedback_item where id = $1`,
    [params["id"], fixtures.user.id],
  );
  return params;
};
