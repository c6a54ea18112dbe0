import type { User } from "#contract/users.ts";
import type { Config } from "#server/platform/config/config.ts";

/**
 * A user as stored in the database, without `mustConfirmEmail`, which depends on the configuration.
 */
export type UserRow = Omit<User, "mustConfirmEmail">;

/** Returns a user as the owner of the account may see it. */
export function presentUser(
  row: UserRow,
  { requireConfirmedEmail }: Pick<Config, "requireConfirmedEmail">,
): User {
  return { ...row, mustConfirmEmail: requireConfirmedEmail && row.confirmedAt === null };
}
