-- Admins can order the columns of the roadmap by hand
-- (docs/decisions/0085-roadmap-by-hand.md).
alter table company add column roadmap_order text not null default 'votes'
  check (roadmap_order in ('votes', 'manual'));

-- The items that admins have placed at the top of a column, in their order. An item keeps its place
-- while it is in another column, and ids of deleted items are removed with the next change.
create table roadmap_column (
  company_id bigint not null references company (id) on delete cascade,
  status text not null,
  feedback_ids bigint[] not null default '{}',
  primary key (company_id, status)
);
alter table roadmap_column enable row level security;
alter table roadmap_column force row level security;
create policy tenant on roadmap_column to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on roadmap_column to hearback_system using (true) with check (true);
grant select, insert, update, delete on roadmap_column to hearback_app, hearback_system;
-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on roadmap_column
  for each statement execute function refuse_company_content_change();
