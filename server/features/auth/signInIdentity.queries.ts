import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** An identity as others prove it. */
export interface IdentityKey {
  /** The company whose provider or application proves it; null for the installation's providers. */
  companyId: number | null;
  /** The URL of the provider, or `token` for signed tokens. */
  issuer: string;
  subject: string;
}

const isIdentity = (p: { companyId: unknown; issuer: unknown; subject: unknown }) => sql`
  company_id is not distinct from ${p.companyId}::bigint and issuer = ${p.issuer}
  and subject = ${p.subject}`;

export const findIdentity = statement<IdentityKey, { id: number; userId: number }>(
  "find_sign_in_identity",
  (p) => sql`select id, user_id from sign_in_identity where ${isIdentity(p)}`,
);

/** Connects an identity with an account. Returns nothing if it is connected with one already. */
export const insertIdentity = statement<
  IdentityKey & {
    userId: number;
    label: string;
    /** Whether more than the word of a company says that the account is the person's. */
    isConfirmed: boolean;
  },
  { id: number }
>(
  "insert_sign_in_identity",
  (p) => sql`
    insert into sign_in_identity
      (company_id, issuer, subject, user_id, label, is_confirmed, last_used_at)
    values (${p.companyId}, ${p.issuer}, ${p.subject}, ${p.userId}, ${p.label}, ${p.isConfirmed},
      now())
    on conflict do nothing returning id
  `,
);

/** Stores a sign-in. Returns nothing if the identity is no longer connected with the account. */
export const saveIdentityUse = statement<
  IdentityKey & { userId: number; label: string },
  { id: number }
>(
  "save_sign_in_identity_use",
  (p) => sql`
    update sign_in_identity set last_used_at = now(), label = ${p.label}
    where ${isIdentity(p)} and user_id = ${p.userId} returning id
  `,
);

/** Which ways into an account exist besides its password, and whether somebody has ever used one. */
export const findOwnWays = statement<
  { userId: number },
  { hasIdentity: boolean; hasPasskey: boolean; hasSignedIn: boolean }
>(
  "find_own_ways",
  (p) => sql`
    select exists (select from sign_in_identity where user_id = ${p.userId}) as has_identity,
      exists (select from passkey where user_id = ${p.userId}) as has_passkey,
      exists (select from sign_in_use where user_id = ${p.userId})
        or exists (select from session where user_id = ${p.userId})
        or exists (select from known_device where user_id = ${p.userId}) as has_signed_in
  `,
);

/** An identity as the ways into an account list it. */
export interface ListedIdentity {
  id: number;
  issuer: string;
  label: string;
  /** The company whose provider or application proves it; null for the installation's providers. */
  companyId: number | null;
  companyName: string | null;
  lastUsedAt: string | null;
}

export const listIdentitiesOf = statement<{ userId: number }, ListedIdentity>(
  "list_sign_in_identities",
  (p) => sql`
    select i.id, i.issuer, i.label, i.company_id, company.name as company_name,
      i.last_used_at
    from sign_in_identity i left join company on company.id = i.company_id
    where i.user_id = ${p.userId} order by i.id
  `,
);

export const deleteIdentity = statement<{ userId: number; id: number }, { id: number }>(
  "delete_sign_in_identity",
  (p) => sql`
    delete from sign_in_identity where id = ${p.id} and user_id = ${p.userId} returning id
  `,
);

/**
 * Connects the identities of an account with another one of the same company, except those that only
 * a company's word has connected. Those of tokens stay behind if they cannot log in the other one.
 */
export const moveIdentities = statement<
  { userId: number; otherId: number; companyId: number | null; hasTokens: boolean },
  never
>(
  "move_sign_in_identities",
  (p) => sql`
    update sign_in_identity set user_id = ${p.userId}
    where user_id = ${p.otherId}
      and (company_id is null or company_id = ${p.companyId}::bigint)
      and is_confirmed and (issuer <> 'token' or ${p.hasTokens}::boolean)
  `,
);

/** Deletes the identities that only the word of a company has connected with an account. */
export const deleteUnconfirmedIdentities = statement<{ userId: number }, { id: number }>(
  "delete_unconfirmed_sign_in_identities",
  (p) => sql`
    delete from sign_in_identity where user_id = ${p.userId} and not is_confirmed returning id
  `,
);

export const deleteIdentitiesOf = statement<{ userId: number }, never>(
  "delete_sign_in_identities_of",
  (p) => sql`delete from sign_in_identity where user_id = ${p.userId}`,
);
