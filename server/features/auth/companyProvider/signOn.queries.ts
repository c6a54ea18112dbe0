import type { CompanyProvider, ShutOut } from "#contract/companySignOn.ts";
import { SHUT_OUT_COUNT_LIMIT, SHUT_OUT_LIMIT } from "#contract/companySignOn.ts";
import { UNUSABLE_PASSWORD_PREFIX } from "#server/platform/access/unusablePasswordHash.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** A company's provider as stored. */
export interface ProviderRow extends Omit<CompanyProvider, "hasSecret" | "emergencyAdmin"> {
  companyId: number;
  /** Sealed with the installation's key. */
  clientSecret: Buffer;
  emergencyAdminId: number | null;
}

const columns = sql`p.company_id, p.name, p.issuer, p.client_id, p.client_secret, p.is_on,
  p.name_claim, p.picture_claim, p.admin_claim, p.admin_value, p.signs_out, p.offers_sign_out,
  p.is_only_way, p.emergency_admin_id`;

export const findProvider = statement<{ companyId: number }, ProviderRow>(
  "find_sign_on_provider",
  (p) => sql`select ${columns} from sign_on_provider p where p.company_id = ${p.companyId}`,
);

/** Finds the provider as the login page shows it, if it is on. */
export const findOfferedProvider = statement<
  { companyId: number },
  { name: string; isOnlyWay: boolean }
>(
  "find_offered_provider",
  (p) => sql`
    select name, is_only_way from sign_on_provider where company_id = ${p.companyId} and is_on
  `,
);

/** Locks the provider until the transaction ends. */
export const lockProvider = statement<{ companyId: number }, ProviderRow>(
  "lock_sign_on_provider",
  (p) => sql`
    select ${columns} from sign_on_provider p where p.company_id = ${p.companyId}
    for no key update
  `,
);

/** Stores the provider. A provider that is off is not the only way either. */
export const saveProviderRow = statement<
  Omit<ProviderRow, "isOnlyWay" | "emergencyAdminId">,
  never
>(
  "save_sign_on_provider",
  (p) => sql`
    insert into sign_on_provider as stored (company_id, name, issuer, client_id, client_secret, is_on,
      name_claim, picture_claim, admin_claim, admin_value, signs_out, offers_sign_out)
    values (${p.companyId}, ${p.name}, ${p.issuer}, ${p.clientId}, ${p.clientSecret}, ${p.isOn},
      ${p.nameClaim}, ${p.pictureClaim}, ${p.adminClaim}, ${p.adminValue}, ${p.signsOut},
      ${p.offersSignOut})
    on conflict (company_id) do update set name = excluded.name, issuer = excluded.issuer,
      client_id = excluded.client_id, client_secret = excluded.client_secret,
      is_on = excluded.is_on, name_claim = excluded.name_claim,
      picture_claim = excluded.picture_claim, admin_claim = excluded.admin_claim,
      admin_value = excluded.admin_value, signs_out = excluded.signs_out,
      offers_sign_out = excluded.offers_sign_out,
      is_only_way = stored.is_only_way and excluded.is_on
  `,
);

export const deleteProvider = statement<{ companyId: number }, { name: string }>(
  "delete_sign_on_provider",
  (p) => sql`delete from sign_on_provider where company_id = ${p.companyId} returning name`,
);

/** Makes the provider the only way except for one admin; with null, admits all ways again. */
export const updateOnlyWay = statement<
  { companyId: number; emergencyAdminId: number | null },
  never
>(
  "update_only_way",
  (p) => sql`
    update sign_on_provider set is_only_way = ${p.emergencyAdminId}::bigint is not null,
      emergency_admin_id = ${p.emergencyAdminId}::bigint
    where company_id = ${p.companyId}
  `,
);

// The system runs the following statements, because a company's own role sees only the names of
// accounts.

const isAdmin = sql`u.is_active and u.role = 'company_admin'`;

/** Lists the admins of a company who have a password, or the one with this id. */
export const listEmergencyAdmins = statement<
  { companyId: number; userId: number | null },
  ShutOut["emergencyAdmins"][number]
>(
  "list_emergency_admins",
  (p) => sql`
    select u.id, u.username, u.full_name from user_account u
    where u.home_company_id = ${p.companyId} and ${isAdmin}
      and not starts_with(u.password_hash, ${sql.lit(UNUSABLE_PASSWORD_PREFIX)})
      and u.id = coalesce(${p.userId}::bigint, u.id)
    order by u.id limit 200
  `,
);

/** Finds the admin for emergencies, if the account is still an admin of the company. */
export const findEmergencyAdmin = statement<
  { companyId: number; userId: number },
  ShutOut["emergencyAdmins"][number]
>(
  "find_emergency_admin",
  (p) => sql`
    select u.id, u.username, u.full_name from user_account u
    where u.id = ${p.userId} and u.home_company_id = ${p.companyId} and ${isAdmin}
  `,
);

/** Whether the account `u` belongs to the company and has never come in by its provider. */
const isUnlinked = (companyId: number) => sql`
  u.home_company_id = ${companyId} and u.is_active and u.role <> 'super_admin' and not u.is_imported
  and not exists (
    select from sign_in_identity i
    join sign_on_provider p on p.company_id = i.issuing_company_id and p.issuer = i.issuer
    where i.issuing_company_id = ${companyId} and i.user_id = u.id
  )`;

/** Lists people who have never come in by the provider, admins first. */
export const listUnlinked = statement<{ companyId: number }, ShutOut["people"][number]>(
  "list_unlinked_people",
  (p) => sql`
    select u.id, u.username, u.full_name, u.role = 'company_admin' as is_admin from user_account u
    where ${isUnlinked(p.companyId)}
    order by u.role, u.id limit ${sql.lit(SHUT_OUT_LIMIT)}
  `,
);

export const countUnlinked = statement<{ companyId: number }, { total: number }>(
  "count_unlinked_people",
  (p) => sql`
    select count(*) as total from (
      select from user_account u where ${isUnlinked(p.companyId)}
      limit ${sql.lit(SHUT_OUT_COUNT_LIMIT)}
    ) counted
  `,
);

/** Ends the sessions of those people, except that of the request and those of the emergency admin. */
export const endSessionsOfUnlinked = statement<
  { companyId: number; emergencyAdminId: number; tokenHash: Buffer | null },
  never
>(
  "end_sessions_of_unlinked",
  (p) => sql`
    delete from session using user_account u
    where session.user_id = u.id and u.id <> ${p.emergencyAdminId} and ${isUnlinked(p.companyId)}
      and session.token_hash is distinct from ${p.tokenHash}::bytea
  `,
);

/** Deletes the links between an account of the company and its provider. */
export const deleteLinkOf = statement<{ companyId: number; userId: number }, { username: string }>(
  "delete_sign_on_link",
  (p) => sql`
    with deleted as (
      delete from sign_in_identity i
      where i.issuing_company_id = ${p.companyId} and i.user_id = ${p.userId} and i.issuer <> 'token'
      returning i.user_id
    )
    select u.username from user_account u where u.id in (select user_id from deleted)
  `,
);
