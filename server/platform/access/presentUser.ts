import type { User } from "#contract/users.ts";
import type { Config } from "#server/platform/config/config.ts";

/** A user as the database has it. What the configuration requires of the user is not known yet. */
export type UserRow = Omit<User, "mustConfirmEmail">;

/** A user as its owner sees it. */
export function presentUser(
  row: UserRow,
  { requireConfirmedEmail }: Pick<Config, "requireConfirmedEmail">,
): User {
  return { ...row, mustConfirmEmail: requireConfirmedEmail && row.confirmedAt === null };
}
