import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Stores the sealed ID token of the session that was just started. */
export const insertProviderSession = statement<{ tokenHash: Buffer; idToken: Buffer }, never>(
  "insert_provider_session",
  (p) => sql`
    insert into provider_session (token_hash, id_token)
    select token_hash, ${p.idToken} from session where token_hash = ${p.tokenHash}
  `,
);

export const findProviderSession = statement<{ tokenHash: Buffer | null }, { idToken: Buffer }>(
  "find_provider_session",
  (p) => sql`select id_token from provider_session where token_hash = ${p.tokenHash}::bytea`,
);
