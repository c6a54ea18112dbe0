import type { ApiKey } from "#contract/apiKeys.ts";
import type { ApiScope } from "#contract/scopes.ts";
import { isMadeByAdmin } from "#server/platform/access/context.queries.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

// The system runs these statements, because a company's own role cannot change accounts.

const columns = sql`api_key.id, api_key.name, api_key.hint, api_key.scopes, api_key.created_at,
  api_key.expires_at, api_key.last_used_at, api_key.last_used_ip,
  (select coalesce(u.full_name, u.username) from user_account u where u.id = api_key.maker_id)
    as created_by,
  case when api_key.expires_at <= now() then 'expired' when not ${isMadeByAdmin} then 'maker_left'
    else 'active' end as state`;

/** Returns the keys of a company, newest first. Their number is limited by a quota. */
export const listApiKeys = statement<{ companyId: number }, ApiKey>(
  "list_api_keys",
  (p) => sql`
    select ${columns} from api_key where company_id = ${p.companyId} order by id desc
  `,
);

export const findApiKey = statement<{ companyId: number; id: number }, ApiKey>(
  "find_api_key",
  (p) => sql`
    select ${columns} from api_key where company_id = ${p.companyId} and id = ${p.id}
  `,
);

/** Creates the account as which a key acts. */
export const insertKeyAccount = statement<
  { companyId: number; username: string; fullName: string; passwordHash: string },
  { id: number }
>(
  "insert_key_account",
  (p) => sql`
    insert into user_account (username, full_name, home_company_id, role, password_hash, is_active,
      is_imported, email_pace, confirmed_at)
    values (${p.username}, ${p.fullName}, ${p.companyId}, 'company_admin', ${p.passwordHash}, false,
      true, 'off', now())
    returning id
  `,
);

export const insertApiKey = statement<
  {
    companyId: number;
    keyHash: Buffer;
    hint: string;
    name: string;
    scopes: readonly ApiScope[];
    accountId: number;
    makerId: number;
    expiresAt: string | null;
  },
  { id: number }
>(
  "insert_api_key",
  (p) => sql`
    insert into api_key (company_id, key_hash, hint, name, scopes, account_id, maker_id, expires_at)
    values (${p.companyId}, ${p.keyHash}, ${p.hint}, ${p.name}, ${p.scopes}::text[], ${p.accountId},
      ${p.makerId}, ${p.expiresAt}::timestamptz)
    returning id
  `,
);

/** The fields of a key that admins can change, by the columns that hold them. */
const CHANGEABLE = {
  name: "text",
  scopes: "text[]",
  expiresAt: "timestamptz",
} as const;

/** Sets the changed fields of a key, and the name of its account. */
export const updateApiKey = statement<
  {
    companyId: number;
    id: number;
    changed: readonly string[];
    fullName: string | null;
    name?: string | undefined;
    scopes?: readonly ApiScope[] | undefined;
    expiresAt?: string | null | undefined;
  },
  never
>(
  "update_api_key",
  (p) => sql`
    with updated as (
      update api_key set ${assignChanged(CHANGEABLE, p)}
      where company_id = ${p.companyId} and id = ${p.id}
      returning account_id
    )
    update user_account u set full_name = coalesce(${p.fullName}::text, u.full_name)
    from updated where u.id = updated.account_id and u.home_company_id = ${p.companyId}
  `,
);

export const deleteApiKey = statement<{ companyId: number; id: number }, { name: string }>(
  "delete_api_key",
  (p) => sql`
    delete from api_key where company_id = ${p.companyId} and id = ${p.id} returning name
  `,
);
