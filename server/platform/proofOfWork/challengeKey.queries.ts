import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Reads the key that signs the installation's challenges. */
export const readChallengeKey = statement<Record<never, never>, { challengeKey: string }>(
  "read_challenge_key",
  () => sql`select challenge_key::text from site_settings`,
);
