import type { passwordsApi } from "#contract/passwords.ts";
import type { User } from "#contract/users.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { updatePassword } from "#server/features/users/users.queries.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { hashPassword } from "./password.ts";
import { deletePasswordResetOf } from "./passwordReset.queries.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.ts";
import { requirePassword } from "./requirePassword.ts";
import { startSession } from "./session.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";

/**
 * Changes the viewer's password, or sets the first one. Ends all sessions of the account, opens a new session for this
 * browser, and invalidates a pending reset link.
 */
export async function changePassword(
  context: Handled<typeof passwordsApi.changePassword, SignedInContext>,
): Promise<User> {
  const { database, viewer, body } = context;
  const { currentPassword, newPassword } = body;
  const hadPassword = await requirePassword(context, "currentPassword", currentPassword);
  if (newPassword === currentPassword) {
    throw invalid({ newPassword: ["Choose a password that you do not have yet"] });
  }
  await refuseWeakPassword(context, viewer, { field: "newPassword", password: newPassword });
  const passwordHash = await hashPassword(newPassword);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    await db.all(updatePassword, { userId: viewer.id, passwordHash });
    await db.all(deletePasswordResetOf, { userId: viewer.id });
    await db.all(deleteSessionsOf, { userId: viewer.id });
    await startSession(db, context, viewer.id, "proved");
    if (hadPassword) await enqueueAccountNotice(db, context, viewer, "passwordChanged");
    else await announceWayIn(db, context, "passwordSet", "sign-in.add-password");
  });
  return { ...viewer, mustChangePassword: false };
}
