-- Codes and links that are mailed to log in with (docs/decisions/0091-ways-in.md).
create table login_code (
  -- Of the cookie of the browser that asked. The code works in this browser only.
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  -- Of the token of the link. Null until the mail is written, and for an address that gets no mail.
  link_hash bytea unique check (octet_length(link_hash) = 32),
  address text not null check (char_length(address) <= 254),
  host text not null,
  -- The company of the host; null on the product's own host.
  target_company_id bigint references company (id) on delete cascade,
  -- The page to open after the login.
  return_path text check (char_length(return_path) <= 500),
  salt bytea not null check (octet_length(salt) = 16),
  -- Null as long as `link_hash` is.
  code_hash bytea check (octet_length(code_hash) = 32),
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index login_code_expires on login_code (expires_at);
create index login_code_target_company on login_code (target_company_id);

-- When an account was last signed in by its password or by a mailed code. A table of its own, because
-- the accounts of a company that is being moved cannot change, and their owners still log in.
create table sign_in_use (
  user_id bigint not null references user_account (id) on delete cascade,
  way text not null check (way in ('password', 'mail')),
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, way)
);

grant select, insert, update, delete on login_code, sign_in_use to hearback_system;

-- When the session's user last proved who they are. Null for sessions that the previous version
-- opens, and for those that a hand-off or an invitation opens.
alter table session add column proved_at timestamptz(3);
