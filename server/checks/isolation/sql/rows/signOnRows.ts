import { BEFORE } from "../insertHiddenItems.ts";
import type { Copy, Sql } from "./copy.ts";

/** A secret and an organisation of A. */
export const SECRET_ID = 800;

export const signOnCopies: Copy[] = [
  [
    "sign_on_provider",
    "name, issuer, client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
    "'B ' || name, issuer, client_id, client_secret, is_on, name_claim, signs_out, offers_sign_out, created_at",
  ],
  ["email_domain", "domain, token, created_at", "domain, repeat('b', 32), created_at"],
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

/** Returns the parameters of statements about signing on. */
export function signOnParameters({ user }: Record<"user", number>): Record<string, unknown> {
  return {
    secretId: SECRET_ID,
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
