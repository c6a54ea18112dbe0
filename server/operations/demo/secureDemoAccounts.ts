import { hashPassword, isPassword } from "#server/features/auth/password.ts";
import {
  findUserByUsername,
  lockAccount,
  updatePassword,
} from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/features/users/usernameKey.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Config } from "#server/platform/config/config.ts";
import { isLocalOnly } from "#server/platform/config/isLocalOnly.ts";
import type { Db } from "#server/platform/db/database.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { DEMO_PASSWORD, DEMO_USERNAMES } from "./seedDemo.ts";

/**
 * Gives the configured password to every demo account of an existing database that still has the
 * published one, and ends its sessions. Without a configured password, a portal that others can
 * reach does not start with such an account (docs/product-decisions.md "Accounts").
 * @throws StartError
 */
export async function secureDemoAccounts(db: Db, config: Config): Promise<void> {
  const { demoPassword } = config;
  if (demoPassword === undefined && isLocalOnly(config)) return;
  if (demoPassword === DEMO_PASSWORD) return;
  for (const username of DEMO_USERNAMES) {
    const account = await db.first(findUserByUsername, { usernameKey: usernameKey(username) });
    if (!account?.isActive || !(await isPassword(account.passwordHash, DEMO_PASSWORD))) continue;
    if (demoPassword === undefined)
      throw new StartError(
        `The demo account ${username} has the published password. Set DEMO_PASSWORD, or listen on loopback with BASE_DOMAIN=localhost.`,
      );
    const userId = account.id;
    await db.all(lockAccount, { userId });
    await db.all(updatePassword, { userId, passwordHash: await hashPassword(demoPassword) });
    await db.all(deleteSessionsOf, { userId });
  }
}
