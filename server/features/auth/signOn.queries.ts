import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Minutes until a started sign-in, and an identity that waits to be connected, expire. */
export const SIGN_ON_MINUTES = 10;

const expiry = sql`now() + make_interval(mins => ${sql.lit(SIGN_ON_MINUTES)})`;

export type SignOnKind = "oidc" | "provider" | "token";

/** A sign-in that was started in a browser. */
export interface Attempt {
  /** The issuer, or the name of the installation's provider. */
  provider: string;
  /** The company of the host; null on the product's own host. */
  companyId: number | null;
  /** The page to open afterwards, a path of the host. */
  returnPath: string;
  nonce: string;
  pkceVerifier: string;
  purpose: "login" | "link" | "test";
  /** The account that gets the identity, or the admin who tests; null for a login. */
  userId: number | null;
}

type NewAttempt = Attempt & {
  browserHash: Buffer;
  kind: SignOnKind;
  host: string;
  stateHash: Buffer;
};

export const insertAttempt = statement<NewAttempt, never>(
  "insert_sign_on_attempt",
  (p) => sql`
    insert into sign_on_attempt (browser_hash, kind, provider, host, target_company_id, return_path,
      state_hash, nonce, pkce_verifier, purpose, user_id, expires_at)
    values (${p.browserHash}, ${p.kind}, ${p.provider}, ${p.host}, ${p.companyId}, ${p.returnPath},
      ${p.stateHash}, ${p.nonce}, ${p.pkceVerifier}, ${p.purpose}, ${p.userId}, ${expiry})
  `,
);

/**
 * Deletes a sign-in and returns it. Returns nothing if it has expired, has ended, or was started in
 * another browser, on another host or with another state.
 */
export const takeAttempt = statement<
  { browserHash: Buffer | null; stateHash: Buffer; host: string; kind: SignOnKind },
  Attempt
>(
  "take_sign_on_attempt",
  (p) => sql`
    delete from sign_on_attempt
    where browser_hash = ${p.browserHash}::bytea and state_hash = ${p.stateHash}
      and host = ${p.host} and kind = ${p.kind} and expires_at > now()
    returning provider, target_company_id as company_id, return_path, nonce, pkce_verifier, purpose, user_id
  `,
);

/** An identity that is proved and waits for its person to log in once in a way that they have. */
export interface PendingIdentity {
  /** The company whose provider proves the identity; null for the installation's. */
  companyId: number | null;
  /** The company of the host; null on the product's own host. */
  targetCompanyId: number | null;
  issuer: string;
  subject: string;
  label: string;
  providerName: string;
  /** The account that must be logged in to; null if it can be any. */
  userId: number | null;
  returnPath: string;
  /** Whether the address is proved by more than the person's own entry at the provider. */
  isAddressProved: boolean;
  /** Whether the company's provider makes the person an admin; null if it does not manage roles. */
  makesAdmin: boolean | null;
  /** The organisation that a token names, as JSON; null if it names none. */
  organisation: string | null;
}

type OfBrowser = { browserHash: Buffer | null; host: string };

export const insertPending = statement<
  PendingIdentity & { browserHash: Buffer; host: string },
  never
>(
  "insert_pending_identity",
  (p) => sql`
    insert into pending_identity (browser_hash, host, issuing_company_id, target_company_id, issuer,
      subject, label, provider_name, user_id, return_path, is_address_proved, makes_admin,
      organisation, expires_at)
    values (${p.browserHash}, ${p.host}, ${p.companyId}, ${p.targetCompanyId}, ${p.issuer},
      ${p.subject}, ${p.label}, ${p.providerName}, ${p.userId}, ${p.returnPath},
      ${p.isAddressProved}, ${p.makesAdmin}, ${p.organisation}::jsonb, ${expiry})
  `,
);

const pendingColumns = sql`issuing_company_id as company_id, target_company_id, issuer, subject, label, provider_name,
  user_id, return_path, is_address_proved, makes_admin, organisation::text as organisation`;

export const findPending = statement<OfBrowser, PendingIdentity>(
  "find_pending_identity",
  (p) => sql`
    select ${pendingColumns} from pending_identity
    where browser_hash = ${p.browserHash}::bytea and host = ${p.host} and expires_at > now()
  `,
);

/** Deletes an identity that waits. Returns nothing if a concurrent call was faster. */
export const takePending = statement<OfBrowser, PendingIdentity>(
  "take_pending_identity",
  (p) => sql`
    delete from pending_identity
    where browser_hash = ${p.browserHash}::bytea and host = ${p.host} and expires_at > now()
    returning ${pendingColumns}
  `,
);

export const deleteExpiredAttempts = statement<Record<never, never>, never>(
  "delete_expired_sign_on_attempts",
  () => sql`delete from sign_on_attempt where expires_at < now()`,
);

export const deleteExpiredPending = statement<Record<never, never>, never>(
  "delete_expired_pending_identities",
  () => sql`delete from pending_identity where expires_at < now()`,
);
