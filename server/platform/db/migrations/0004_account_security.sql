-- Sessions one can tell apart, passwords that are forgotten, second factors (docs/decisions/0006-account-security.md).

-- What a person knows a session by, and what it is ended by.
alter table session
  add column id bigint generated always as identity,
  add column user_agent text not null default '' check (char_length(user_agent) <= 300),
  add column ip text not null default '' check (char_length(ip) <= 60);
create unique index session_id on session (id);

-- One link to a new password at a time: an older one dies with a newer.
create table password_reset (
  user_id bigint primary key references user_account (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz(3) not null
);
create index password_reset_expires on password_reset (expires_at);

-- Browsers that a user has signed in with before; their attempts are counted by themselves.
create table known_device (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id bigint not null references user_account (id) on delete cascade,
  last_seen_at timestamptz(3) not null default now(),
  primary key (token_hash, user_id)
);
create index known_device_user on known_device (user_id);
create index known_device_last_seen on known_device (last_seen_at);

-- A second factor: it counts once a code of it has confirmed it.
create table authenticator (
  user_id bigint primary key references user_account (id) on delete cascade,
  secret bytea not null check (octet_length(secret) = 20),
  confirmed_at timestamptz(3),
  -- The last 30-second step whose code was taken: no code is taken twice.
  last_step bigint not null default 0,
  recovery_salt bytea not null check (octet_length(recovery_salt) = 16)
);

create table recovery_code (
  user_id bigint not null references authenticator (user_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

alter table site_settings add column require_admin_mfa boolean not null default false;

grant select, insert, update, delete on password_reset, known_device, authenticator, recovery_code to hearback_system;

-- Puts work into the queue as part of the caller's transaction. The queue's schema belongs to the role that migrates and is
-- made when the portal starts, so this looks for it only when it is called.
create function enqueue_job(task text, payload jsonb) returns void
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
begin
  perform graphile_worker.add_job(identifier => task, payload => payload::json, max_attempts => 5);
end
$$;
revoke all on function enqueue_job(text, jsonb) from public;
grant execute on function enqueue_job(text, jsonb) to hearback_system;
