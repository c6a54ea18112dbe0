-- Accounts confirm that mails to their address reach them (docs/decisions/0030-confirmed-addresses.md).

-- Null: nobody has proved that the address is the account owner's. Also for accounts that the previous version inserts meanwhile.
alter table user_account add column confirmed_at timestamptz(3);

-- Accounts of before were never confirmed. The provider's own ones are, so that nobody can be locked out of the console, and so are those of the
-- demo data: below .example no mail can ever arrive (RFC 2606).
update user_account set confirmed_at = now() where role = 'super_admin' or username ilike '%.example';

-- One code at a time: an older one dies with a newer.
create table email_confirmation (
  user_id bigint primary key references user_account (id) on delete cascade,
  -- The address that the code was mailed to.
  username text not null,
  salt bytea not null check (octet_length(salt) = 16),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  attempts integer not null default 0,
  expires_at timestamptz(3) not null
);
create index email_confirmation_expires on email_confirmation (expires_at);

grant select, insert, update, delete on email_confirmation to hearback_system;
