-- What a company's admins see of their custom domain (DECISIONS "Hosts, tenants, viewers").
alter table company
  add column custom_domain_checked_at timestamptz(3),
  add column custom_domain_failing_since timestamptz(3),
  add column custom_domain_problem text;
create index company_claimed_domain on company (custom_domain_checked_at) where custom_domain is not null;

-- A way from the product's host into the company's own portal: used once, within a minute (DECISIONS "Accounts").
create table handoff (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id bigint not null references user_account (id) on delete cascade,
  -- Not named company_id: the row belongs to the account, and only the system's role reads it.
  target_company_id bigint not null references company (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index handoff_user on handoff (user_id);
create index handoff_target_company on handoff (target_company_id);
grant select, insert, delete on handoff to hearback_system;

-- What admins did: who, when, what, from where. It can be added to and read, and by nobody changed. The entries of a company
-- go with it; what concerns the whole installation, the deletion of a company included, stands in site_audit_entry.
create table audit_entry (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  actor_id bigint references user_account (id) on delete set null,
  -- As it was then: names change and accounts go.
  actor_username text not null,
  action text not null check (char_length(action) between 1 and 80),
  subject text not null default '' check (char_length(subject) <= 300),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  ip text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index audit_entry_actor on audit_entry (actor_id);

create table site_audit_entry (
  id bigint generated always as identity primary key,
  actor_id bigint references user_account (id) on delete set null,
  actor_username text not null,
  action text not null check (char_length(action) between 1 and 80),
  subject text not null default '' check (char_length(subject) <= 300),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  ip text not null,
  created_at timestamptz(3) not null default now()
);
create index site_audit_entry_actor on site_audit_entry (actor_id);

alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy tenant on audit_entry to hearback_app
  using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()));
create policy system on audit_entry to hearback_system using (true) with check (true);
grant select, insert on audit_entry to hearback_app, hearback_system;
grant select, insert on site_audit_entry to hearback_system;
