import type { User } from "#contract/users.ts";
import type { Config } from "#server/platform/config/config.ts";

/**
 * A user as stored in the database, without `mustConfirmEmail`, which depends on the configuration.
 */
export type UserRow = Omit<User, "mustConfirmEmail">;

/** Returns an account with whether its e-mail address must still be confirmed. */
export function presentUser<Row extends Pick<UserRow, "confirmedAt">>(
  row: Row,
  { requireConfirmedEmail }: Pick<Config, "requireConfirmedEmail">,
): Row & Pick<User, "mustConfirmEmail"> {
  return { ...row, mustConfirmEmail: requireConfirmedEmail && row.confirmedAt === null };
}
