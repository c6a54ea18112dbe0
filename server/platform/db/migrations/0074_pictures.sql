-- Pictures in texts (docs/decisions/0082-pictures-in-texts.md).

create table picture (
  company_id bigint not null references company (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null if the account was deleted.
  uploader_id bigint references user_account (id) on delete set null,
  -- The text in which the picture stands: one of an item, or a comment. Without either, the picture
  -- stands nowhere yet, or its text was deleted.
  feedback_id bigint,
  comment_id bigint,
  -- Which of the item's texts it is. Null without an item.
  part text check (part in ('description', 'close_note', 'note')),
  -- Since when the picture stands nowhere. Null while it stands in its text.
  loose_since timestamptz(3) default now(),
  width integer not null check (width between 1 and 1600),
  height integer not null check (height between 1 and 1600),
  -- The bytes of both files, which count towards the company's quota.
  bytes integer not null check (bytes > 0),
  -- Whether the files are in the S3-compatible store and not in this row.
  is_in_store boolean not null default false,
  -- The WebP files: in the size above, and 640 pixels wide if the picture is wider than that.
  content bytea,
  small_content bytea,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check (is_in_store = (content is null) and (content is not null or small_content is null)),
  check (feedback_id is null or comment_id is null),
  check (octet_length(content) <= 8388608 and octet_length(small_content) <= 8388608),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id)
    on delete set null (feedback_id),
  foreign key (company_id, comment_id) references comment (company_id, id)
    on delete set null (comment_id)
);
-- A WebP file is compressed already.
alter table picture alter column content set storage external;
alter table picture alter column small_content set storage external;

create index picture_of_item on picture (company_id, feedback_id) where feedback_id is not null;
create index picture_of_comment on picture (company_id, comment_id) where comment_id is not null;
create index picture_of_uploader on picture (uploader_id) where uploader_id is not null;
-- The quota sums the bytes of a company without reading the rows.
create index picture_bytes on picture (company_id) include (bytes);
create index picture_loose on picture (company_id, id)
  where loose_since is not null or coalesce(feedback_id, comment_id) is null;

alter table picture enable row level security;
alter table picture force row level security;
create policy tenant on picture to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on picture to hearback_system using (true) with check (true);
grant select, insert, update, delete on picture to hearback_app, hearback_system;
-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on picture
  for each statement execute function refuse_company_content_change();

-- Pictures that were deleted, but whose files are still in the S3-compatible store. The rows have
-- no reference to the company, because the company can be deleted first.
create table removed_picture (
  object_key text primary key,
  removed_at timestamptz(3) not null default now()
);
alter table removed_picture enable row level security;
alter table removed_picture force row level security;
create policy system on removed_picture to hearback_system using (true) with check (true);
grant select, insert, delete on removed_picture to hearback_system;
