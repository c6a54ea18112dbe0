-- Decisions of moderation can be undone for a minute (docs/decisions/0044-moderation.md).

create table moderation_decision (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('approve', 'reject', 'block')),
  decided_by_id bigint not null references user_account (id) on delete cascade,
  -- The account that the decision has blocked.
  blocked_id bigint references user_account (id) on delete cascade,
  -- The rows of the posts as they were before the decision. A rejected post exists only here.
  items jsonb not null,
  comments jsonb not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index moderation_decision_date on moderation_decision (created_at);
create index moderation_decision_by on moderation_decision (decided_by_id);
create index moderation_decision_blocked on moderation_decision (blocked_id)
  where blocked_id is not null;

alter table moderation_decision enable row level security;
alter table moderation_decision force row level security;
create policy tenant on moderation_decision to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on moderation_decision to hearback_system using (true) with check (true);
grant select, insert, update, delete on moderation_decision to hearback_app, hearback_system;
-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on moderation_decision
  for each statement execute function refuse_company_content_change();
