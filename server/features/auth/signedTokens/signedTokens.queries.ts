import type { SigningMethod } from "#contract/signedTokens.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

interface OfCompany {
  companyId: number;
}

/** The settings of the application that logs its users in. */
export interface ApplicationRow {
  isOn: boolean;
  name: string;
  loginUrl: string | null;
  method: SigningMethod;
  jwksUrl: string | null;
}

export const findApplication = statement<OfCompany, ApplicationRow>(
  "find_application",
  (p) => sql`
    select is_on, name, login_url, method, jwks_url from application_sign_in
    where company_id = ${p.companyId}
  `,
);

export const saveApplication = statement<OfCompany & ApplicationRow, never>(
  "save_application",
  (p) => sql`
    insert into application_sign_in (company_id, is_on, name, login_url, method, jwks_url)
    values (${p.companyId}, ${p.isOn}, ${p.name}, ${p.loginUrl}, ${p.method}, ${p.jwksUrl})
    on conflict (company_id) do update set is_on = excluded.is_on, name = excluded.name,
      login_url = excluded.login_url, method = excluded.method, jwks_url = excluded.jwks_url
  `,
);

/** A secret as it is stored, encrypted. */
export interface SealedSecret {
  id: number;
  sealed: Buffer;
  createdAt: string;
}

export const listSealedSecrets = statement<OfCompany, SealedSecret>(
  "list_sealed_secrets",
  (p) => sql`
    select id, sealed, created_at from application_secret where company_id = ${p.companyId}
    order by id
  `,
);

/** Locks the company, so that concurrent requests together make no third secret. */
export const lockSecrets = statement<OfCompany, never>(
  "lock_application_secrets",
  (p) => sql`select from company where id = ${p.companyId} for no key update`,
);

export const insertSecret = statement<
  OfCompany & { sealed: Buffer },
  { id: number; createdAt: string }
>(
  "insert_application_secret",
  (p) => sql`
    insert into application_secret (company_id, sealed) values (${p.companyId}, ${p.sealed})
    returning id, created_at
  `,
);

export const deleteSecret = statement<OfCompany & { secretId: number }, { id: number }>(
  "delete_application_secret",
  (p) => sql`
    delete from application_secret
    where company_id = ${p.companyId} and id = ${p.secretId} returning id
  `,
);

type OfToken = OfCompany & { tokenHash: Buffer };

/** Stores that a token was used. Returns nothing if it was used before, by whichever process. */
export const useToken = statement<OfToken & { expiresAt: Date }, { tokenHash: Buffer }>(
  "use_token",
  (p) => sql`
    insert into used_token (company_id, token_hash, expires_at)
    values (${p.companyId}, ${p.tokenHash}, ${p.expiresAt})
    on conflict do nothing returning token_hash
  `,
);

export const findUsedToken = statement<OfToken, { expiresAt: string }>(
  "find_used_token",
  (p) => sql`
    select expires_at from used_token
    where company_id = ${p.companyId} and token_hash = ${p.tokenHash}
  `,
);

export const deleteExpiredTokens = statement<Record<never, never>, never>(
  "delete_expired_tokens",
  () => sql`delete from used_token where expires_at < now()`,
);
