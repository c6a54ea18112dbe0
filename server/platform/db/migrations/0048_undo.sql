-- Changes can be undone for a minute (docs/decisions/0053-undo.md). This table replaces
-- moderation_decision, which did the same for decisions of moderation only.

drop table moderation_decision;

create table undo_entry (
  company_id bigint not null references company (id) on delete cascade,
  -- SHA-256 of the token that the response to the change contained.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  -- Who made the change. Nobody else can undo it.
  user_id bigint not null references user_account (id) on delete cascade,
  kind text not null,
  -- What the change replaced, and what it set.
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, token_hash)
);
create index undo_entry_date on undo_entry (created_at);
create index undo_entry_user on undo_entry (user_id);

alter table undo_entry enable row level security;
alter table undo_entry force row level security;
create policy tenant on undo_entry to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on undo_entry to hearback_system using (true) with check (true);
grant select, insert, update, delete on undo_entry to hearback_app, hearback_system;
-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on undo_entry
  for each statement execute function refuse_company_content_change();
