-- Items can be listed by the time of their last change (docs/decisions/0087-api-keys.md, "Items that
-- have changed").

-- When an item last changed, except for its votes. An index of `feedback_item` by this time would
-- cost every vote an entry.
create table feedback_update (
  company_id bigint not null,
  feedback_id bigint not null,
  updated_at timestamptz(3) not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
alter table feedback_update enable row level security;
alter table feedback_update force row level security;
create policy tenant on feedback_update to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on feedback_update to hearback_system using (true) with check (true);
grant select, insert, update, delete on feedback_update to hearback_app, hearback_system;

-- Returns the time of a change. Until the transaction ends, a lock says since which second it may
-- have changed items of the company, so that a list can leave out what is newer than the oldest
-- change that is not committed. The time is taken after the lock.
create function time_of_update(company bigint) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(
    -1 - (company % 2147483647)::integer,
    (extract(epoch from clock_timestamp()) - 1700000000)::integer - 1
  );
  return date_trunc('milliseconds', clock_timestamp());
end $$;

-- Returns the time before which no change of the company's items can still be committed.
create function updates_until(company bigint) returns timestamptz language sql volatile
begin atomic
  select least(date_trunc('milliseconds', clock_timestamp()), (
    select to_timestamp(1700000000 + min(objid::bigint)) from pg_locks
    where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
      and classid::bigint = 4294967295 - company % 2147483647
  ));
end;

create function mark_updated() returns trigger language plpgsql as $$
begin
  insert into feedback_update (company_id, feedback_id, updated_at)
    values (new.company_id, new.id, time_of_update(new.company_id))
    on conflict (company_id, feedback_id) do update set updated_at = excluded.updated_at;
  return null;
end $$;
create trigger mark_updated after insert on feedback_item
  for each row execute function mark_updated();
create trigger mark_updated_changed
  after update of title, description, description_markdown, category, status, board_id,
    board_category_id, assignee_id, user_id, state, merged_into_id, closed_at, close_reason, close_note,
    comments_count on feedback_item
  for each row execute function mark_updated();

-- Items become visible to visitors with their board.
create function mark_items_updated() returns trigger language plpgsql as $$
begin
  update feedback_update u set updated_at = time_of_update(new.company_id)
    from feedback_item f
    where f.company_id = new.company_id and f.board_id = new.id
      and u.company_id = f.company_id and u.feedback_id = f.id;
  return null;
end $$;
create trigger mark_items_updated after update of is_private on board
  for each row when (old.is_private is distinct from new.is_private)
  execute function mark_items_updated();

revoke all on function time_of_update(bigint), updates_until(bigint) from public;
grant execute on function time_of_update(bigint), updates_until(bigint)
  to hearback_app, hearback_system;

set local role hearback_system;
insert into feedback_update (company_id, feedback_id, updated_at)
  select company_id, id, now() from feedback_item
  on conflict do nothing;
reset role;
create index feedback_update_time on feedback_update (company_id, updated_at, feedback_id);
