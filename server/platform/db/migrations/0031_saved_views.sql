-- Admins save the filters and the order of a list as a named view (docs/decisions/0045-triage.md).

create table saved_view (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 60),
  -- The fields of `ViewFilters` in the contract, except for the ids below.
  filters jsonb not null,
  -- A view by a board, category or account is deleted with it, because without this filter the view
  -- would list other items.
  board_id bigint,
  board_category_id bigint,
  assignee_id bigint references user_account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, board_id) references board (company_id, id) on delete cascade,
  foreign key (company_id, board_category_id) references board_category (company_id, id)
    on delete cascade
);
create unique index saved_view_name on saved_view (company_id, lower(name));
create index saved_view_board on saved_view (company_id, board_id) where board_id is not null;
create index saved_view_category on saved_view (company_id, board_category_id)
  where board_category_id is not null;
create index saved_view_assignee on saved_view (assignee_id) where assignee_id is not null;

alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy tenant on saved_view to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on saved_view to hearback_system using (true) with check (true);
grant select, insert, update, delete on saved_view to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on saved_view
  for each statement execute function refuse_company_content_change();
