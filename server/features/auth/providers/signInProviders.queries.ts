import type { SignInProvider } from "#contract/signInProviders.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** A provider as it is stored. Its secret is encrypted (`sealSecret.ts`). */
export interface StoredProvider {
  provider: SignInProvider;
  clientId: string;
  sealedSecret: Buffer | null;
  /** Only of Microsoft. */
  tenant: string | null;
  isOn: boolean;
}

const columns = sql`provider, client_id, sealed_secret, tenant, is_on`;

export const listProviders = statement<Record<never, never>, StoredProvider>(
  "list_sign_in_providers",
  () => sql`select ${columns} from sign_in_provider`,
);

/** Lists the providers that are on, in the order in which people see them. */
export const listOfferedProviders = statement<
  Record<never, never>,
  Pick<StoredProvider, "provider">
>(
  "list_offered_sign_in_providers",
  () => sql`
    select provider from sign_in_provider where is_on and sealed_secret is not null
    order by array_position(array['google', 'microsoft', 'github'], provider)
  `,
);

export const findProvider = statement<{ provider: SignInProvider }, StoredProvider>(
  "find_sign_in_provider",
  (p) => sql`select ${columns} from sign_in_provider where provider = ${p.provider}`,
);

/** Finds a provider and locks it until the transaction ends. */
export const lockProvider = statement<{ provider: SignInProvider }, StoredProvider>(
  "lock_sign_in_provider",
  (p) => sql`select ${columns} from sign_in_provider where provider = ${p.provider} for update`,
);

export const saveProvider = statement<StoredProvider, never>(
  "save_sign_in_provider",
  (p) => sql`
    insert into sign_in_provider (provider, client_id, sealed_secret, tenant, is_on)
    values (${p.provider}, ${p.clientId}, ${p.sealedSecret}, ${p.tenant}, ${p.isOn})
    on conflict (provider) do update set client_id = excluded.client_id,
      sealed_secret = excluded.sealed_secret, tenant = excluded.tenant, is_on = excluded.is_on
  `,
);

export const deleteProvider = statement<{ provider: SignInProvider }, never>(
  "delete_sign_in_provider",
  (p) => sql`delete from sign_in_provider where provider = ${p.provider}`,
);

/** A sign-in that was started on another host. */
export interface AttemptElsewhere {
  host: string;
  /** The company of that host; null on the product's own host. */
  companyId: number | null;
  provider: SignInProvider;
}

/** Finds the host on which the sign-in with this state was started. It is not ended. */
export const findAttemptElsewhere = statement<
  { stateHash: Buffer; host: string },
  AttemptElsewhere
>(
  "find_sign_on_attempt_elsewhere",
  (p) => sql`
    select host, company_id, provider from sign_on_attempt
    where state_hash = ${p.stateHash} and host <> ${p.host} and kind = 'provider'
      and expires_at > now()
  `,
);
