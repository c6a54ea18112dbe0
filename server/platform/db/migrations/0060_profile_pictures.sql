-- Pictures of accounts (docs/decisions/0071-profile-pictures.md).

create table user_picture (
  user_id bigint primary key references user_account (id) on delete cascade,
  -- A WebP file of 256 by 256 pixels.
  content bytea not null check (octet_length(content) <= 131072),
  created_at timestamptz(3) not null default now()
);
alter table user_picture enable row level security;
alter table user_picture force row level security;
create policy system on user_picture to hearback_system using (true) with check (true);
grant select, insert, update, delete on user_picture to hearback_system;

-- The part of the picture's address that cannot be guessed; null without a picture. It is beside the
-- name, so that lists show pictures without another join.
alter table user_account add column picture_key uuid;
create unique index user_account_picture on user_account (picture_key)
  where picture_key is not null;
grant select (picture_key) on user_account to hearback_app;
