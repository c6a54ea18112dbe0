-- A company's own provider of OpenID Connect (docs/decisions/0094-company-providers.md).
create table sign_on_provider (
  company_id bigint primary key references company (id) on delete cascade,
  -- The name on the button of the login page.
  name text not null check (char_length(name) between 1 and 60),
  issuer text not null check (char_length(issuer) between 1 and 500),
  client_id text not null check (char_length(client_id) between 1 and 300),
  -- Sealed with the installation's key.
  client_secret bytea not null check (octet_length(client_secret) <= 4096),
  is_on boolean not null,
  name_claim text not null check (char_length(name_claim) between 1 and 200),
  picture_claim text check (char_length(picture_claim) between 1 and 200),
  -- Whoever has this value in this claim is an admin. Null: the provider makes no admins.
  admin_claim text check (char_length(admin_claim) between 1 and 200),
  admin_value text check (char_length(admin_value) between 1 and 200),
  -- Whether a logout also ends the session at the provider, which offers that.
  signs_out boolean not null,
  offers_sign_out boolean not null,
  -- Whether the company's people log in in no other way.
  is_only_way boolean not null default false,
  -- The admin who keeps the other ways.
  emergency_admin_id bigint references user_account (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  check (admin_claim is null or admin_value is not null),
  check (is_on or not is_only_way)
);
create index sign_on_provider_emergency_admin on sign_on_provider (emergency_admin_id);

-- Domains of e-mail addresses that companies have proved by a TXT record. Two companies of one
-- organization can prove the same domain.
create table email_domain (
  company_id bigint not null references company (id) on delete cascade,
  domain text not null check (char_length(domain) between 1 and 253),
  -- What the record contains.
  token text not null check (char_length(token) = 32),
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  -- Since when the record of a proved domain was not found.
  failing_since timestamptz(3),
  problem text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, domain)
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['sign_on_provider', 'email_domain'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
    -- A company that is being moved accepts no changes.
    execute format(
      'create trigger refuse_read_only before insert or update or delete on %I for each statement execute function refuse_company_content_change()',
      tenant_table
    );
  end loop;
end
$$;

-- The ID tokens of sessions that a logout also ends at the provider, which needs them.
create table provider_session (
  token_hash bytea primary key references session (token_hash) on delete cascade,
  -- Sealed with the installation's key.
  id_token bytea not null check (octet_length(id_token) <= 16384)
);
grant select, insert, update, delete on provider_session to hearback_system;
