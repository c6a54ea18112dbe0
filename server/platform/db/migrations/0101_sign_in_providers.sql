-- The installation's sign-in providers (docs/decisions/0095-installation-providers.md).
create table sign_in_provider (
  provider text primary key check (provider in ('google', 'microsoft', 'github')),
  client_id text not null check (char_length(client_id) between 1 and 200),
  -- Encrypted with the installation's key; null after a restore with another key.
  sealed_secret bytea check (octet_length(sealed_secret) <= 4096),
  -- Microsoft: `common`, `organizations` or the id of a directory.
  tenant text check ((tenant is not null) = (provider = 'microsoft')),
  is_on boolean not null
);

grant select, insert, update, delete on sign_in_provider to hearback_system;
