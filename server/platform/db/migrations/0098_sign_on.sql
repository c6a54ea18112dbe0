-- Sign-in with identities that others prove (docs/decisions/0093-sign-on.md).
create table sign_in_identity (
  id bigint generated always as identity primary key,
  -- The company whose provider or application proves the identity; null for the installation's.
  issuing_company_id bigint references company (id) on delete cascade,
  -- The URL of the provider, or `token` for signed tokens of the company's application.
  issuer text not null check (char_length(issuer) between 1 and 500),
  subject text not null check (char_length(subject) between 1 and 500),
  user_id bigint not null references user_account (id) on delete cascade,
  -- The address or the name at the provider, for the list of the ways into the account.
  label text not null check (char_length(label) <= 254),
  -- Whether more than the word of a company says that the account is the person's: the person has
  -- connected it, the company has proved the domain, or the installation trusts the provider.
  is_confirmed boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  unique nulls not distinct (issuing_company_id, issuer, subject)
);
create index sign_in_identity_user on sign_in_identity (user_id);

-- Sign-ins that were started in a browser. Each ends once, on its host.
create table sign_on_attempt (
  -- Hash of the cookie of the browser.
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  kind text not null check (kind in ('oidc', 'provider', 'token')),
  provider text not null check (char_length(provider) <= 500),
  host text not null,
  target_company_id bigint references company (id) on delete cascade,
  return_path text not null check (char_length(return_path) <= 2000),
  state_hash bytea not null unique check (octet_length(state_hash) = 32),
  nonce text not null check (char_length(nonce) <= 200),
  pkce_verifier text not null check (char_length(pkce_verifier) <= 200),
  purpose text not null check (purpose in ('login', 'link', 'test')),
  -- The account that gets the identity (`link`), or the admin who tests.
  user_id bigint references user_account (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_on_attempt_target_company on sign_on_attempt (target_company_id);
create index sign_on_attempt_user on sign_on_attempt (user_id);
create index sign_on_attempt_expires on sign_on_attempt (expires_at);

-- Identities that are proved and wait for the person to log in once in a way that they have.
create table pending_identity (
  browser_hash bytea primary key check (octet_length(browser_hash) = 32),
  host text not null,
  issuing_company_id bigint references company (id) on delete cascade,
  -- The company of the host; null on the product's own host.
  target_company_id bigint references company (id) on delete cascade,
  issuer text not null check (char_length(issuer) between 1 and 500),
  subject text not null check (char_length(subject) between 1 and 500),
  label text not null check (char_length(label) <= 254),
  -- What the person sees as the name of the provider.
  provider_name text not null check (char_length(provider_name) <= 300),
  -- The account that must be logged in to; null if it can be any.
  user_id bigint references user_account (id) on delete cascade,
  return_path text not null check (char_length(return_path) <= 2000),
  -- Whether the address is proved by more than the person's own entry at the provider.
  is_address_proved boolean not null,
  -- Whether the company's provider makes the person an admin; null if it does not manage roles.
  makes_admin boolean,
  expires_at timestamptz(3) not null
);
create index pending_identity_issuing_company on pending_identity (issuing_company_id);
create index pending_identity_target_company on pending_identity (target_company_id);
create index pending_identity_user on pending_identity (user_id);
create index pending_identity_expires on pending_identity (expires_at);

-- Whether only the word of the account's company has confirmed the address, until somebody proves the
-- mailbox.
alter table user_account add column is_vouched boolean not null default false;

-- Whether only a company has proved who has signed in. Such a session changes no ways into the account.
alter table session add column is_vouched boolean not null default false;

grant select, insert, update, delete on sign_in_identity, sign_on_attempt, pending_identity
  to hearback_system;
