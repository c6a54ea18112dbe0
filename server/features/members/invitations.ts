import type { Page } from "#contract/endpoint.ts";
import type { Invitation, ReceivedInvitation, invitationsApi } from "#contract/invitations.ts";
import { findUserByUsername } from "#server/features/users/users.queries.ts";
import type { TenantContext, TenantUserContext } from "#server/platform/access/guards.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import { decodePosition, isTimestamp, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { invitedAccount } from "./invitation.policy.ts";
import {
  countInvitations,
  deleteInvitation,
  findInvitation,
  listInvitations,
} from "./invitations.queries.ts";

const ORDER = "invitations";
const START = { key: "infinity", id: 0 };

/**
 * Returns one page of the company's open invitations, newest first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listInvitationsPage({
  database,
  tenantId: companyId,
  query: { limit, cursor },
}: Handled<typeof invitationsApi.list, TenantUserContext>): Promise<Page<Invitation>> {
  const position = cursor === undefined ? START : decodePosition(ORDER, cursor, isTimestamp);
  const { system } = database;
  const [rows, counted] = await Promise.all([
    system.all(listInvitations, { companyId, ...position, rows: limit + 1 }),
    system.first(countInvitations, { companyId }),
  ]);
  const total = counted?.total ?? 0;
  const positionOf = ({ createdAt: key, id }: Invitation) => ({ key, id });
  return pageOf(rows, { limit, order: ORDER, total, positionOf });
}

/** Withdraws an invitation, open or expired, so that its links no longer work. */
export async function withdrawInvitation(
  context: Handled<typeof invitationsApi.withdraw, TenantUserContext>,
): Promise<void> {
  const { tenantId: companyId, database, params, response } = context;
  await database.system.transaction(async (db) => {
    const deleted = await db.first(deleteInvitation, { companyId, invitationId: params.id });
    if (!deleted) throw context.notFound();
    const { username: subject, role } = deleted;
    const account = await db.first(findUserByUsername, { usernameKey: usernameKey(subject) });
    await recordAudit(db, context, companyId, {
      action: "invitation.delete",
      subject,
      details: { role },
      aboutUserId: account?.id ?? null,
    });
  });
  response.changed({ kind: "members" }, true);
}

/**
 * Returns the invitation of a link. A visitor of the company's host needs only the link and no
 * session.
 */
export async function readInvitation(
  context: Handled<typeof invitationsApi.read, TenantContext>,
): Promise<ReceivedInvitation> {
  const { tenantId: companyId } = context;
  const { system } = context.database;
  const tokenHash = hashToken(context.params.token);
  const found = await system.first(findInvitation, { companyId, tokenHash });
  if (!found) throw context.notFound();
  const account = await system.first(findUserByUsername, {
    usernameKey: usernameKey(found.username),
  });
  return { ...found, account: invitedAccount(account, companyId) };
}
