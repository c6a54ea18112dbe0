import type { authApi } from "#contract/auth.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import type { User } from "#contract/users.ts";
import type { SignedInContext } from "#server/http/guards.ts";
import { invalid } from "#server/http/httpError.ts";
import type { Answer } from "#server/http/route.ts";
import type { Limit } from "#server/throttle/throttle.ts";
import { forget, throttle } from "#server/throttle/throttle.ts";
import { findUserById, updatePassword } from "#server/users/users.queries.ts";
import { refuseBreachedPassword } from "./breachedPasswords.ts";
import { hashPassword, isPassword } from "./password.ts";
import { deletePasswordResetOf } from "./passwordReset.queries.ts";
import { startSession } from "./session.ts";
import { deleteSessionsOf } from "./session.queries.ts";

const PER_ACCOUNT: Limit = { name: "password-account", attempts: 10, windowSeconds: 15 * 60 };

/** Changes the own password. Every session ends, and this browser gets a new one. */
export async function changePassword(
  context: SignedInContext & { body: BodyOf<typeof authApi.changePassword>; answer: Answer },
): Promise<User> {
  const { database, viewer, body } = context;
  const { currentPassword, newPassword } = body;
  await throttle(database.system, PER_ACCOUNT, String(viewer.id));
  const account = await database.system.first(findUserById, { userId: viewer.id });
  if (!(await isPassword(account?.passwordHash, currentPassword))) {
    throw invalid({ currentPassword: ["This is not your current password"] });
  }
  if (newPassword === currentPassword) {
    throw invalid({ newPassword: ["Choose a password that you do not have yet"] });
  }
  await refuseBreachedPassword("newPassword", newPassword);
  const passwordHash = await hashPassword(newPassword);
  await database.system.transaction(async (db) => {
    await db.all(updatePassword, { userId: viewer.id, passwordHash });
    await db.all(deletePasswordResetOf, { userId: viewer.id });
    await db.all(deleteSessionsOf, { userId: viewer.id });
    await startSession(db, context, viewer.id);
  });
  await forget(database.system, PER_ACCOUNT, String(viewer.id));
  return { ...viewer, mustChangePassword: false };
}
