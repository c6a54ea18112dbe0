import { hashPassword, isPassword } from "#server/features/auth/password.ts";
import {
  findUserByUsername,
  lockAccount,
  updatePassword,
} from "#server/features/users/users.queries.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Config } from "#server/platform/config/config.ts";
import { isLocalOnly } from "#server/platform/config/isLocalOnly.ts";
import type { Db } from "#server/platform/db/database.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { DEMO_PASSWORD, DEMO_USERNAMES } from "./seedDemo.ts";

/**
 * In an existing database, gives the configured password to every active demo account that still
 * has the published password, and ends the account's sessions. Without a configured password, a
 * portal that other machines can reach does not start while an active demo account has the
 * published password (docs/product-decisions.md "Accounts").
 * @throws StartError
 */
export async function secureDemoAccounts(db: Db, config: Config): Promise<void> {
  const { demoPassword } = config;
  if (isLocalOnly(config) && (demoPassword ?? DEMO_PASSWORD) === DEMO_PASSWORD) return;
  const isPublished = publishedPasswordCheck();
  const passwordHash = demoPassword === undefined ? "" : await hashPassword(demoPassword);
  for (const username of DEMO_USERNAMES) {
    const account = await db.first(findUserByUsername, { usernameKey: usernameKey(username) });
    if (!account?.isActive || !(await isPublished(account.passwordHash))) continue;
    if (demoPassword === undefined)
      throw new StartError(
        `The demo account ${username} has the published password. Set DEMO_PASSWORD, or listen on loopback with BASE_DOMAIN=localhost.`,
      );
    const userId = account.id;
    await db.all(lockAccount, { userId });
    await db.all(updatePassword, { userId, passwordHash });
    await db.all(deleteSessionsOf, { userId });
  }
}

/**
 * Refuses the published password in DEMO_PASSWORD if other machines can reach the portal.
 * @throws StartError
 */
export function refusePublishedPassword(config: Config): void {
  if (config.demoPassword === DEMO_PASSWORD && !isLocalOnly(config))
    throw new StartError(`DEMO_PASSWORD must not be ${DEMO_PASSWORD}, which is published.`);
}

/**
 * Returns a function that checks whether a hash is that of the published password. Demo accounts
 * share hashes, so results are cached and each hash is checked only once.
 */
function publishedPasswordCheck(): (passwordHash: string) => Promise<boolean> {
  const checked = new Map<string, boolean>();
  return async (passwordHash) => {
    const isPublished =
      checked.get(passwordHash) ?? (await isPassword(passwordHash, DEMO_PASSWORD));
    checked.set(passwordHash, isPublished);
    return isPublished;
  };
}
