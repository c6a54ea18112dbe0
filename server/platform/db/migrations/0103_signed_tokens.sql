-- Tokens that a company's own application signs to log its users in
-- (docs/decisions/0096-signed-tokens.md).
create table application_sign_in (
  company_id bigint primary key references company (id) on delete cascade,
  is_on boolean not null,
  name text not null check (char_length(name) between 1 and 60),
  -- The page of the application that sends the browser back with a token; null if there is none.
  login_url text check (char_length(login_url) <= 2000),
  -- Decides which algorithms are accepted, so that a token cannot.
  method text not null check (method in ('secret', 'keys')),
  -- Where the application publishes its public keys.
  jwks_url text check (char_length(jwks_url) <= 2000),
  check (method = 'secret' or jwks_url is not null)
);

-- A table of its own, because secrets are made before the settings are saved.
create table application_secret (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  -- Encrypted with the key of the installation.
  sealed bytea not null check (octet_length(sealed) <= 500),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);

-- Tokens that have logged somebody in, until they expire.
create table used_token (
  company_id bigint not null references company (id) on delete cascade,
  -- Of `jti`, or of the whole token without one.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  expires_at timestamptz(3) not null,
  primary key (company_id, token_hash)
);
create index used_token_expires on used_token (expires_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['application_sign_in', 'application_secret', 'used_token'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
  end loop;
end
$$;

-- A company that is being moved accepts no changes of its settings.
create trigger refuse_read_only before insert or update or delete on application_sign_in
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on application_secret
  for each statement execute function refuse_company_content_change();
