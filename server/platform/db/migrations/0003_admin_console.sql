-- Accounts that the provider opens or closes (DECISIONS "Accounts").
alter table user_account
  add column is_active boolean not null default true,
  -- A temporary password: to be changed at the first login, and dead after this moment.
  add column temporary_password_until timestamptz(3);

-- A provider's lists go by name or by date.
create index company_date on company (created_at desc, id desc);
create index user_account_date on user_account (created_at desc, id desc);

create table site_logo (
  id smallint primary key default 1 check (id = 1),
  file_id uuid not null default gen_random_uuid(),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  content bytea not null,
  created_at timestamptz(3) not null default now()
);
alter table site_settings drop column logo_url;

-- Each build that has ever started, so that a deployment counts once however many processes start it.
create table deployment (
  build text primary key,
  started_at timestamptz(3) not null default now()
);

grant select, insert, update, delete on site_logo, deployment to hearback_system;

-- Newest first, in the order of the log's pages.
create index audit_entry_date on audit_entry (company_id, created_at desc, id desc);
create index audit_entry_all on audit_entry (created_at desc, id desc);
create index site_audit_entry_date on site_audit_entry (created_at desc, id desc);

-- What happened in the last days, for the provider's dashboard.
create index feedback_item_created on feedback_item (created_at);
create index comment_created on comment (created_at);
create index user_vote_created on user_vote (created_at);
