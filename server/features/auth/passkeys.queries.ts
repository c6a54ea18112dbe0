import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Maximum number of passkeys of an account. The message in `passkeys.ts` contains it. */
export const MOST_PASSKEYS = 20;

/** Minutes until a challenge expires. A login page can stay open until somebody chooses a passkey. */
const CHALLENGE_MINUTES = 60;

/** The domain to which a passkey is bound. */
export interface RelyingParty {
  rpId: string;
  /** The company of a custom domain; null for the base domain. */
  domainCompanyId: number | null;
}

/** A stored passkey. */
export interface PasskeyRow {
  id: number;
  name: string;
  rpId: string;
  domainCompanyId: number | null;
  credentialId: Buffer;
  transports: string[];
  createdAt: string;
  lastUsedAt: string | null;
}

const columns = sql`id, name, rp_id, domain_company_id, credential_id, transports, created_at, last_used_at`;

export const listPasskeysOf = statement<{ userId: number }, PasskeyRow>(
  "list_passkeys_of",
  (p) => sql`select ${columns} from passkey where user_id = ${p.userId} order by id`,
);

/** Inserts a passkey. Returns nothing if the account has the maximum number of passkeys. */
export const insertPasskey = statement<
  RelyingParty & {
    userId: number;
    credentialId: Buffer;
    publicKey: Buffer;
    signCount: number;
    transports: readonly string[];
    name: string;
  },
  PasskeyRow
>(
  "insert_passkey",
  (p) => sql`
    insert into passkey
      (user_id, rp_id, domain_company_id, credential_id, public_key, sign_count, transports, name)
    select ${p.userId}::bigint, ${p.rpId}, ${p.domainCompanyId}::bigint, ${p.credentialId}::bytea,
      ${p.publicKey}::bytea, ${p.signCount}::bigint, ${p.transports}::text[], ${p.name}
    where (select count(*) from passkey where user_id = ${p.userId}) < ${sql.lit(MOST_PASSKEYS)}
    returning ${columns}
  `,
);

export const updatePasskeyName = statement<
  { userId: number; id: number; name: string },
  PasskeyRow
>(
  "update_passkey_name",
  (p) => sql`
    update passkey set name = ${p.name} where id = ${p.id} and user_id = ${p.userId}
    returning ${columns}
  `,
);

export const deletePasskey = statement<{ userId: number; id: number }, { id: number }>(
  "delete_passkey",
  (p) => sql`delete from passkey where id = ${p.id} and user_id = ${p.userId} returning id`,
);

export const deletePasskeysOf = statement<{ userId: number }, never>(
  "delete_passkeys_of",
  (p) => sql`delete from passkey where user_id = ${p.userId}`,
);

/** Finds a passkey of this relying party by the id that the authenticator sends. */
export const findPasskey = statement<
  RelyingParty & { credentialId: Buffer },
  { id: number; userId: number; publicKey: Buffer; signCount: number; transports: string[] }
>(
  "find_passkey",
  (p) => sql`
    select id, user_id, public_key, sign_count, transports from passkey
    where rp_id = ${p.rpId} and credential_id = ${p.credentialId}
      and domain_company_id is not distinct from ${p.domainCompanyId}::bigint
  `,
);

/**
 * Stores the use of a passkey. Returns nothing if a concurrent call has used or removed it, because
 * `signCount` is no longer the stored count.
 */
export const savePasskeyUse = statement<
  { id: number; signCount: number; newCount: number },
  { id: number }
>(
  "save_passkey_use",
  (p) => sql`
    update passkey set sign_count = ${p.newCount}, last_used_at = now()
    where id = ${p.id} and sign_count = ${p.signCount} returning id
  `,
);

interface Challenge {
  challenge: string;
  host: string;
  /** The account that adds a passkey; null for a login. */
  userId: number | null;
}

export const insertChallenge = statement<Challenge, never>(
  "insert_passkey_challenge",
  (p) => sql`
    insert into passkey_challenge (challenge, host, user_id, expires_at)
    values (${p.challenge}, ${p.host}, ${p.userId},
      now() + make_interval(mins => ${sql.lit(CHALLENGE_MINUTES)}))
  `,
);

/** Deletes a challenge. Returns nothing if it is unknown, expired, used, or for something else. */
export const takeChallenge = statement<Challenge, { host: string }>(
  "take_passkey_challenge",
  (p) => sql`
    delete from passkey_challenge
    where challenge = ${p.challenge} and host = ${p.host} and expires_at > now()
      and user_id is not distinct from ${p.userId}::bigint
    returning host
  `,
);

export const deleteExpiredChallenges = statement<Record<never, never>, never>(
  "delete_expired_passkey_challenges",
  () => sql`delete from passkey_challenge where expires_at < now()`,
);
