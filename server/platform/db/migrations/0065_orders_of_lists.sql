-- Lists can be ordered by trend and by the number of comments
-- (docs/decisions/0075-orders-of-lists.md).

-- The weight of a vote halves within a week. `trend` is the logarithm to base 2 of the sum of
-- 2^(week of the vote), so the order of items changes only with their votes, never by time alone.
-- Without votes, it is minus infinity.
alter table feedback_item add column trend double precision not null default '-Infinity';

-- The trend of a single vote: its time in weeks since 1970.
create function trend_of_vote(voted_at timestamptz) returns double precision
  language sql immutable strict parallel safe
  return (extract(epoch from voted_at at time zone 'UTC') / 604800)::double precision;

-- The trend of the votes of two trends together. The smaller one is added relative to the larger
-- one, because 2^2900 exceeds a double. 2^-1000 is the smallest power that does not underflow.
create function add_trends(one double precision, other double precision) returns double precision
  language sql immutable parallel safe
  return case when other = '-Infinity' then one else greatest(one, other)
    + ln(1 + power(2, greatest(-1000, -abs(one - other)))) / ln(2::double precision) end;

-- The trend of votes without those that are removed; null if rounding would make it inexact.
create function subtract_trend(from_all double precision, removed double precision)
  returns double precision
  language sql immutable parallel safe
  return from_all + ln(nullif(greatest(
    power(2, -20), 1 - power(2, greatest(-1000, least(0, removed - from_all)))
  ), power(2, -20))) / ln(2::double precision);

create aggregate sum_of_trends(double precision) (
  sfunc = add_trends, stype = double precision, initcond = '-Infinity', parallel = safe
);
revoke all on function trend_of_vote(timestamptz), add_trends(double precision, double precision),
  subtract_trend(double precision, double precision), sum_of_trends(double precision) from public;
grant execute on function trend_of_vote(timestamptz), add_trends(double precision, double precision),
  subtract_trend(double precision, double precision), sum_of_trends(double precision)
  to hearback_app, hearback_system;

-- Removed votes are counted once for each statement.
create or replace function count_removed_vote() returns trigger language plpgsql as $$
begin
  update feedback_item f set votes = f.votes - removed_votes.total,
    trend = coalesce(subtract_trend(f.trend, removed_votes.trend), (
      select sum_of_trends(trend_of_vote(v.created_at)) from user_vote v
      where v.company_id = f.company_id and v.feedback_id = f.id
    ))
    from (
      select company_id, feedback_id, count(*) as total,
        sum_of_trends(trend_of_vote(created_at)) as trend
      from removed group by 1, 2
    ) removed_votes
    where f.company_id = removed_votes.company_id and f.id = removed_votes.feedback_id;
  return null;
end
$$;

-- The role reads all companies, so row-level security need not be turned off. Votes that the
-- previous version counts meanwhile do not change the trend.
set local role hearback_system;
update feedback_item f set trend = voted.trend
  from (
    -- The same sum as that of `sum_of_trends`, relative to now, which is ten times as fast.
    select company_id, feedback_id, trend_of_vote(now()) + ln(sum(
      power(2, least(1000, greatest(-1000, trend_of_vote(created_at) - trend_of_vote(now()))))
    )) / ln(2::double precision) as trend
    from user_vote group by 1, 2
  ) voted
  where f.company_id = voted.company_id and f.id = voted.feedback_id;
reset role;

-- Not for all statuses together, because every vote writes an entry into each index. A list of all
-- statuses takes the first items of each.
set local maintenance_work_mem = '256MB';
create index feedback_item_status_trend on feedback_item (company_id, status, trend desc, id desc)
  where state = 'open';
create index feedback_item_board_trend on feedback_item (company_id, board_id, trend desc, id desc)
  where state = 'open';

-- The open items with their numbers of comments, for the order by comments. An index of
-- `feedback_item` by this number would cost every vote an entry, and every comment an entry in each
-- index of the item.
create table feedback_discussion (
  company_id bigint not null,
  feedback_id bigint not null,
  board_id bigint not null,
  status text not null,
  comments_count integer not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
) with (fillfactor = 80);
alter table feedback_discussion enable row level security;
alter table feedback_discussion force row level security;
create policy tenant on feedback_discussion to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on feedback_discussion to hearback_system using (true) with check (true);
grant select, insert, update, delete on feedback_discussion to hearback_app, hearback_system;

create function count_discussion() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    insert into feedback_discussion (company_id, feedback_id, board_id, status, comments_count)
      values (new.company_id, new.id, new.board_id, new.status, new.comments_count)
      on conflict (company_id, feedback_id) do update set board_id = excluded.board_id,
        status = excluded.status, comments_count = excluded.comments_count;
  else
    delete from feedback_discussion where company_id = new.company_id and feedback_id = new.id;
  end if;
  return null;
end
$$;
create trigger count_discussion after insert on feedback_item
  for each row when (new.state = 'open') execute function count_discussion();
create trigger count_discussion_changed
  after update of board_id, status, state, comments_count on feedback_item
  for each row when ((old.board_id, old.status, old.state, old.comments_count)
    is distinct from (new.board_id, new.status, new.state, new.comments_count))
  execute function count_discussion();

set local role hearback_system;
insert into feedback_discussion (company_id, feedback_id, board_id, status, comments_count)
  select company_id, id, board_id, status, comments_count from feedback_item where state = 'open'
  on conflict do nothing;
reset role;
create index feedback_discussion_all
  on feedback_discussion (company_id, comments_count desc, feedback_id desc);
create index feedback_discussion_status
  on feedback_discussion (company_id, status, comments_count desc, feedback_id desc);
create index feedback_discussion_board
  on feedback_discussion (company_id, board_id, comments_count desc, feedback_id desc);
