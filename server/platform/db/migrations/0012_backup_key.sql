-- Signs backups, so that an installation knows its own files (docs/decisions/0007-backup-format.md). Only the owner may read it: no role has a grant.
create table backup_key (
  is_only boolean primary key default true check (is_only),
  installation uuid not null default gen_random_uuid(),
  -- Two random UUIDs are 244 random bits.
  secret bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) check (octet_length(secret) = 32)
);
insert into backup_key default values;
