-- Passkeys (docs/decisions/0091-ways-in.md).
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account (id) on delete cascade,
  -- The relying party: the base domain, which serves all hosts below it, or one custom domain.
  rp_id text not null check (char_length(rp_id) <= 253),
  -- The company of the custom domain; null for the base domain.
  domain_company_id bigint references company (id) on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) <= 4096),
  sign_count bigint not null,
  transports text[] not null,
  name text not null check (char_length(name) <= 60),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  unique (rp_id, credential_id)
);
create index passkey_user on passkey (user_id);
create index passkey_domain_company on passkey (domain_company_id);

-- Challenges that authenticators sign. Each works once, on its host.
create table passkey_challenge (
  challenge text primary key check (char_length(challenge) <= 100),
  host text not null,
  -- The account that adds a passkey; null for a login.
  user_id bigint references user_account (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
create index passkey_challenge_user on passkey_challenge (user_id);

grant select, insert, update, delete on passkey, passkey_challenge to hearback_system;
