-- Companies import feedback from files (docs/decisions/0048-importing.md).

-- One uploaded file, and the state of its import.
create table import_run (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  source text not null,
  file_name text not null check (char_length(file_name) <= 255),
  -- Bytes of the stored file in UTF-8.
  bytes bigint not null default 0,
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'failed',
    'uploaded', 'checking', 'checked', 'running', 'done', 'undoing', 'undone')),
  -- What has been found in the file: its format, columns and samples, and the bytes of its records.
  layout jsonb not null default '{}',
  -- What the admin has chosen.
  mapping jsonb not null default '{}',
  -- The distinct names of statuses, categories, boards and topics in the file.
  names jsonb not null default '[]',
  -- The key of another product's interface, only while the import reads from it.
  api_key text,
  -- Where the next slice begins.
  progress jsonb not null,
  -- The number of records by kind and fate.
  counts jsonb not null default '[]',
  -- Why the file cannot be read; null if it can.
  problem text,
  created_at timestamptz(3) not null default now(),
  -- When a slice was last committed.
  worked_at timestamptz(3) not null default now(),
  -- When the run was done.
  finished_at timestamptz(3),
  primary key (company_id, id)
);
-- A company has at most one import that is not finished.
create unique index import_run_unfinished on import_run (company_id)
  where state not in ('failed', 'done', 'undone');
create index import_run_worked on import_run (worked_at)
  where state in ('uploading', 'reading', 'checking', 'running', 'undoing');
create index import_run_finished on import_run (finished_at) where state = 'done';

-- The uploaded file (section 'file', texts in UTF-8), and what its source has read from it: for each
-- kind of record a section with one JSON document a line. All parts of a section but the last have
-- the same size.
create table import_part (
  company_id bigint not null references company (id) on delete cascade,
  import_id bigint not null,
  section text not null,
  part integer not null,
  content bytea not null,
  primary key (company_id, import_id, section, part),
  foreign key (company_id, import_id) references import_run (company_id, id) on delete cascade
);

-- What becomes of one record of the file. The dry run writes these rows, and the run executes them.
create table import_record (
  company_id bigint not null references company (id) on delete cascade,
  import_id bigint not null,
  -- The order in which the records are written.
  position integer not null,
  kind text not null check (kind in ('item', 'status_change', 'comment', 'vote', 'follow', 'merge')),
  -- The file in a ZIP, and the line or the number of the record in the file.
  file text,
  line integer not null,
  -- Identifies the record in its source; null if it cannot be read.
  key text,
  title text not null,
  fate text not null check (fate in ('new', 'same', 'changed', 'skipped')),
  -- Why the record is skipped.
  reason text,
  -- What the run writes and the undo takes back; null for records that the run leaves alone.
  record jsonb,
  -- Set by the run. The item that the record has created or changed.
  feedback_id bigint,
  -- Set by the run. The id of the comment or status change that the record has created.
  entry bigint,
  -- Set by the run for a changed item: the fields before and after, and the earlier record.
  change jsonb,
  primary key (company_id, import_id, position),
  foreign key (company_id, import_id) references import_run (company_id, id) on delete cascade,
  foreign key (company_id, feedback_id) references feedback_item (company_id, id)
    on delete set null (feedback_id)
);
create unique index import_record_key on import_record (company_id, import_id, kind, key)
  where fate <> 'skipped';
create index import_record_skipped on import_record (company_id, import_id, position)
  where fate = 'skipped';
create index import_record_feedback on import_record (company_id, feedback_id)
  where feedback_id is not null;

-- The items that imports have created, so that a later import of the source finds them.
create table imported_item (
  company_id bigint not null references company (id) on delete cascade,
  source text not null,
  key text not null,
  -- Null after the item was deleted. A later import does not create it again.
  feedback_id bigint,
  -- The values of the last import. A field with another value was changed here.
  record jsonb not null,
  -- The path of the item's page in the other product.
  old_path text,
  primary key (company_id, source, key),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id)
    on delete set null (feedback_id)
);
create index imported_item_feedback on imported_item (company_id, feedback_id)
  where feedback_id is not null;
create index imported_item_old_path on imported_item (company_id, old_path)
  where old_path is not null;

-- The comments and status changes that imports have created. Both ids are null after the comment or
-- status change was deleted. A later import does not create it again.
create table imported_entry (
  company_id bigint not null references company (id) on delete cascade,
  source text not null,
  kind text not null check (kind in ('comment', 'status_change')),
  key text not null,
  comment_id bigint,
  status_change_id bigint,
  primary key (company_id, source, kind, key),
  foreign key (company_id, comment_id) references comment (company_id, id)
    on delete set null (comment_id),
  foreign key (company_id, status_change_id) references status_change (company_id, id)
    on delete set null (status_change_id)
);
create index imported_entry_comment on imported_entry (company_id, comment_id)
  where comment_id is not null;
create index imported_entry_status_change on imported_entry (company_id, status_change_id)
  where status_change_id is not null;

-- The account that stands for a person of an import: one that nobody can use, or the one that has
-- claimed what the import has brought. Null after it was deleted. A later import does not bring the
-- person again.
create table imported_person (
  company_id bigint not null references company (id) on delete cascade,
  -- A hash of the address or name.
  key text not null,
  user_id bigint references user_account (id) on delete set null,
  primary key (company_id, key)
);
create index imported_person_user on imported_person (user_id) where user_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['import_run', 'import_part', 'import_record',
    'imported_item', 'imported_entry', 'imported_person'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
    -- A company that is being moved accepts no changes of these either.
    execute format('create trigger refuse_read_only before insert or update or delete on %I
      for each statement execute function refuse_company_content_change()', tenant_table);
  end loop;
end
$$;

-- Autovacuum analyzes a table a minute after it has grown. Until then, PostgreSQL would plan the
-- statements of an import for empty tables, and read all records of the import for each one. Only
-- the owner of a table may analyze it.
create function analyze_imports() returns void language plpgsql security definer
  set search_path = pg_catalog, public
as $$
begin
  analyze (skip_locked)
    public.import_record, public.imported_item, public.imported_entry, public.imported_person;
end
$$;
revoke all on function analyze_imports() from public;
grant execute on function analyze_imports() to hearback_app, hearback_system;

-- An account of a person whom an import names. Nobody can sign in to it.
alter table user_account add column is_imported boolean not null default false;
grant select (is_imported) on user_account to hearback_app;
create index user_account_imported on user_account (home_company_id, id) where is_imported;

-- Votes that an import has brought without voters. They are part of `votes`, here and in the item
-- into which this one is merged.
alter table feedback_item add column unnamed_votes integer not null default 0
  check (unnamed_votes >= 0);
create function count_unnamed_votes() returns trigger language plpgsql as $$
begin
  if old.merged_into_id is not null then
    update feedback_item set votes = votes - old.unnamed_votes
      where company_id = old.company_id and id = old.merged_into_id;
  end if;
  if tg_op = 'UPDATE' and new.merged_into_id is not null then
    update feedback_item set votes = votes + new.unnamed_votes
      where company_id = new.company_id and id = new.merged_into_id;
  end if;
  return null;
end
$$;
create trigger count_unnamed_votes after update of merged_into_id, unnamed_votes on feedback_item
  for each row when ((old.unnamed_votes > 0 or new.unnamed_votes > 0)
    and (old.merged_into_id, old.unnamed_votes) is distinct from (new.merged_into_id, new.unnamed_votes))
  execute function count_unnamed_votes();
create trigger count_removed_unnamed_votes after delete on feedback_item
  for each row when (old.unnamed_votes > 0 and old.merged_into_id is not null)
  execute function count_unnamed_votes();

-- Imports need the ids of new rows before they insert them.
grant usage on sequence feedback_item_id_seq, comment_id_seq, status_change_id_seq to hearback_app;
