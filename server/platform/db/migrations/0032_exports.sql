-- Exports of a company's data (docs/decisions/0047-exports.md).

create table export (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  -- Null if the operator made the export, or after the account was deleted.
  requester_id bigint references user_account (id) on delete set null,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  -- The number of finished slices. A slice is stored only if no other process has stored it.
  slices integer not null default 0,
  -- Where the next slice begins, and what the files contain so far
  -- (server/features/exports/exportProgress.ts).
  progress jsonb not null,
  -- The numbers of rows that are exported, and that are to be exported.
  rows_done integer not null default 0,
  rows_total integer not null default 0,
  -- The stored bytes of all files.
  size bigint not null default 0,
  -- Why the export failed, as a text for users.
  problem text,
  -- The number of slices that failed since the last finished one.
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When the export is deleted with its files; null while it is running.
  expires_at timestamptz(3),
  primary key (company_id, id),
  check ((state = 'running') = (expires_at is null)),
  check ((state = 'failed') = (problem is not null))
);
-- One export at a time.
create unique index export_running on export (company_id) where state = 'running';
create index export_requester on export (requester_id);
create index export_updated on export (updated_at) where state = 'running';
create index export_expires on export (expires_at);

-- A piece of a file: a part of a raw DEFLATE stream that ends at a byte boundary.
create table export_part (
  company_id bigint not null references company (id) on delete cascade,
  export_id bigint not null,
  file text not null,
  position integer not null,
  content bytea not null,
  primary key (company_id, export_id, file, position),
  foreign key (company_id, export_id) references export (company_id, id) on delete cascade
);
-- The parts are compressed already.
alter table export_part alter column content set storage external;

-- The accounts that the records of an export name.
create table export_person (
  company_id bigint not null references company (id) on delete cascade,
  export_id bigint not null,
  user_id bigint not null references user_account (id) on delete cascade,
  primary key (company_id, export_id, user_id),
  foreign key (company_id, export_id) references export (company_id, id) on delete cascade
);
create index export_person_user on export_person (user_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['export', 'export_part', 'export_person'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
  end loop;
end
$$;
