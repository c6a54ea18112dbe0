import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** A secret and an organisation of A. */
export const SECRET_ID = 800;

export const signOnCopies: Copy[] = [
  [
    "sign_on_provider",
    "name, issuer, client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
    "'B ' || name, 'https://b.example.com', client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
  ],
  [
    "email_domain",
    "domain, token, verified_at, created_at",
    "domain, repeat('b', 32), created_at, created_at",
  ],
  [
    "application_sign_in",
    "is_on, name, login_url, method",
    "not is_on, 'B ' || name, login_url, method",
  ],
  ["application_secret", "id, sealed, created_at", "id, 'B', created_at"],
  ["used_token", "token_hash, expires_at", "token_hash, expires_at + interval '1 day'"],
  [
    "organisation",
    "id, external_key, name, plan, monthly_spend, updated_at",
    "id, external_key, 'B ' || name, 'B', monthly_spend + 7, updated_at",
  ],
  ["organisation_member", "user_id, organisation_id", "$3, organisation_id"],
];

/** Inserts a provider and a domain of e-mail addresses. */
export async function insertSignOn(sql: Sql, companyId: number): Promise<void> {
  await sql(
    `insert into sign_on_provider (company_id, name, issuer, client_id, client_secret, is_on,
       name_claim, signs_out, offers_sign_out, created_at)
     values ($1, 'A', 'https://a.example.com', 'A', 'A', true, 'name', false, false, $2)`,
    [companyId, BEFORE],
  );
  await sql(
    `insert into email_domain (company_id, domain, token, created_at)
     values ($1, 'a.example.com', repeat('a', 32), $2)`,
    [companyId, BEFORE],
  );
}

/** Inserts the settings of signed tokens, and an organisation with a member. */
export async function insertApplication(
  sql: Sql,
  companyId: number,
  userId: number,
): Promise<void> {
  await sql(
    `insert into application_sign_in (company_id, is_on, name, login_url, method)
     values ($1, true, 'A', 'https://a.example.com/login', 'secret')`,
    [companyId],
  );
  await sql(
    `insert into application_secret (company_id, id, sealed, created_at)
     overriding system value values ($1, $2, 'A', $3)`,
    [companyId, SECRET_ID, BEFORE],
  );
  await sql("insert into used_token values ($1, $2, '2100-01-01')", [
    companyId,
    Buffer.alloc(32, 3),
  ]);
  await sql(
    `with org as (
       insert into organisation (company_id, id, external_key, name, plan, monthly_spend, updated_at)
       overriding system value values ($1, $2, 'org-7', 'A', 'A', 490, $4)
     )
     insert into organisation_member (company_id, user_id, organisation_id) values ($1, $3, $2)`,
    [companyId, SECRET_ID, userId, BEFORE],
  );
}

const BLOCKED_ACCOUNT = 910_005;
/**
 * Accounts that both companies have, with the columns in which they differ. The admin is inactive, so
 * that A has no admin who is found before those of B.
 */
const ACCOUNTS = [
  { id: 910_001, role: "user", isConfirmed: true, isImported: false },
  { id: 910_002, role: "user", isConfirmed: false, isImported: false },
  { id: 910_003, role: "user", isConfirmed: true, isImported: true },
  { id: 910_004, role: "company_admin", isConfirmed: true, isImported: false },
  { id: BLOCKED_ACCOUNT, role: "user", isConfirmed: true, isImported: false },
] as const;
const ID_OF_OTHER = 100;
/** The account of A that B's provider does not know. */
const KNOWN_ACCOUNT = 910_006;

/**
 * Inserts accounts with sessions. B's provider knows the accounts of A, and A has only one identity,
 * whose issuer is B's.
 */
export async function insertIdentities(
  sql: Sql,
  { own, other }: { own: number; other: number },
  { userId, strangerId }: Record<"userId" | "strangerId", number>,
): Promise<void> {
  const known = { id: KNOWN_ACCOUNT, role: "user", isConfirmed: true, isImported: false };
  for (const [companyId, offset, accounts] of [
    [own, 0, [...ACCOUNTS, known]],
    [other, ID_OF_OTHER, ACCOUNTS],
  ] as const)
    await sql(
      `with account as (
         insert into user_account (id, username, full_name, password_hash, role, home_company_id,
           is_active, is_imported, confirmed_at, created_at)
         overriding system value
         select id + $2, 'user' || id + $2, 'User ' || id + $2, 'none', role, $1,
           role = 'user' and not "isImported", "isImported", case when "isConfirmed" then $4::timestamptz end, $4
         from jsonb_to_recordset($3::jsonb) as given
           (id bigint, role text, "isConfirmed" boolean, "isImported" boolean)
         returning id
       )
       insert into session (token_hash, user_id, host, created_at, expires_at)
       select sha256(id::text::bytea), id, null, $4, '2100-01-01' from account`,
      [companyId, offset, JSON.stringify(accounts), BEFORE],
    );
  await sql(
    "insert into blocked_account (company_id, user_id, blocked_by_id, created_at) values ($1, $2, $3, $4)",
    [own, BLOCKED_ACCOUNT, userId, BEFORE],
  );
  const ofBProvider = "https://b.example.com";
  for (const [companyId, issuer, ids] of [
    [own, ofBProvider, [KNOWN_ACCOUNT]],
    [other, ofBProvider, ACCOUNTS.map(({ id }) => id)],
    [other, "https://c.example.com", [userId, strangerId]],
  ] as const)
    await sql(
      `insert into sign_in_identity
         (issuing_company_id, issuer, subject, user_id, label, is_confirmed, created_at)
       select $1, $2, id::text, id, '', true, $3 from unnest($4::bigint[]) id`,
      [companyId, issuer, BEFORE, ids],
    );
  await sql(
    `insert into session (token_hash, user_id, host, created_at, expires_at)
     values (sha256('user'), $1, null, $2, '2100-01-01')`,
    [userId, BEFORE],
  );
  await sql("insert into used_token values ($1, $2, '2100-01-01')", [other, Buffer.alloc(32)]);
}

/** Returns the parameters of statements about signing on. */
export function signOnParameters({ user }: Record<"user", number>): Record<string, unknown> {
  return {
    secretId: SECRET_ID,
    expiresAt: "2100-01-01T00:00:00Z",
    hasTokens: true,
    browserHash: Buffer.alloc(32, 4),
    stateHash: Buffer.alloc(32, 5),
    provider: "https://a.example.com",
    providerName: "A",
    returnPath: "/",
    nonce: "n",
    pkceVerifier: "v",
    purpose: "login",
    targetCompanyId: null,
    isAddressProved: true,
    makesAdmin: null,
    organisation: null,
    isConfirmed: true,
    sealed: Buffer.from("Changed"),
    loginUrl: "https://b.example.com/login",
    method: "secret",
    jwksUrl: null,
    externalKey: "org-7",
    plan: "Free",
    monthlySpend: 0,
    isOn: true,
    issuer: "https://a.example.com",
    clientId: "A",
    clientSecret: Buffer.from("A"),
    nameClaim: "name",
    pictureClaim: null,
    adminClaim: null,
    adminValue: null,
    signsOut: false,
    offersSignOut: false,
    emergencyAdminId: user,
    domain: "a.example.com",
    token: "c".repeat(32),
    host: "a.example.com",
  };
}
