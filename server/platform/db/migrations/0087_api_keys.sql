-- API keys of companies (docs/decisions/0087-api-keys.md).
create table api_key (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  -- SHA-256 of the key.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  -- The last characters of the key, by which admins recognise it.
  hint text not null check (char_length(hint) = 4),
  name text not null check (char_length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The account as which the key acts. Nobody can log in to it: it is inactive and, like the accounts
  -- of imported people, is_imported. It remains when the key is revoked, as the author of what the
  -- key wrote.
  account_id bigint not null references user_account (id) on delete cascade,
  -- The key works only while this account is an admin of the company. Null after the account was deleted.
  maker_id bigint references user_account (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_ip text,
  primary key (company_id, id)
);
create unique index api_key_of_company on api_key (company_id, key_hash);
create index api_key_hash on api_key (key_hash);
create index api_key_account on api_key (account_id);
create index api_key_maker on api_key (maker_id);

alter table api_key enable row level security;
alter table api_key force row level security;
create policy tenant on api_key to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on api_key to hearback_system using (true) with check (true);
grant select, insert, update, delete on api_key to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either. The time of the last use may change.
create trigger refuse_read_only
  before insert or delete or update of name, scopes, expires_at, maker_id on api_key
  for each statement execute function refuse_company_content_change();
