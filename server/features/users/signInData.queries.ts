import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { OfUser, Part } from "./accountDataPart.ts";

export const findSecondFactorData = statement<OfUser, Part<"secondFactor">>(
  "find_second_factor_data",
  (p) => sql`
    select confirmed_at,
      (select count(*) from recovery_code code
        where code.user_id = authenticator.user_id) as recovery_codes_left
    from authenticator where user_id = ${p.userId}
  `,
);

export const listKnownDevices = statement<OfUser, Part<"knownDevices">>(
  "list_known_devices",
  (p) => sql`
    select last_seen_at from known_device where user_id = ${p.userId} order by last_seen_at
  `,
);

export const listPasskeyData = statement<OfUser, Part<"passkeys">>(
  "list_passkey_data",
  (p) => sql`
    select id, name, rp_id as domain, created_at, last_used_at from passkey
    where user_id = ${p.userId} order by id
  `,
);

export const listIdentityData = statement<OfUser, Part<"identities">>(
  "list_sign_in_identity_data",
  (p) => sql`
    select i.id, i.issuing_company_id as company_id, company.name as company_name, i.issuer, i.label, i.created_at,
      i.last_used_at
    from sign_in_identity i left join company on company.id = i.issuing_company_id
    where i.user_id = ${p.userId} order by i.id
  `,
);
