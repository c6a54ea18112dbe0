-- Merging of two accounts of one person (docs/decisions/0093-sign-on.md).
create table account_merge (
  -- The session of the account that stays. A proof works in it only, and ends with it.
  session_hash bytea primary key references session (token_hash) on delete cascade,
  -- The address of the other account, as it was typed; null after a proof by the password.
  address text check (char_length(address) <= 254),
  salt bytea check (octet_length(salt) = 16),
  -- Null until the mail is written, for an address that gets no mail, and once the code was used.
  code_hash bytea check (octet_length(code_hash) = 32),
  attempts integer not null default 0,
  -- The account that is proved; null before.
  other_id bigint references user_account (id) on delete cascade,
  -- A hash of what the proof rests on. The proof ends when it changes.
  other_state bytea check (octet_length(other_state) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((other_id is null) = (other_state is null))
);
create index account_merge_other on account_merge (other_id);
create index account_merge_expires on account_merge (expires_at);

grant select, insert, update, delete on account_merge to hearback_system;
