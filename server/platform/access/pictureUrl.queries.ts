import { sql } from "#server/platform/db/sql.ts";

/** The path of the picture of an account; null without a picture. */
export const pictureUrl = (account: string) =>
  sql`'/pictures/' || ${sql.ref(`${account}.picture_key`)}`;
