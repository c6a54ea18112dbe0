-- A search for a common word takes what it needs and stops (docs/decisions/0015-searches-in-parts.md).

drop function search_feedback_sample(text);
drop function search_feedback(text);
drop table feedback_search;
create extension if not exists btree_gin;

create table feedback_search (
  company_id bigint not null,
  feedback_id bigint not null,
  -- Title and description in small letters: to match them as they are then is what ilike asks, and lowering was most of its work.
  document text not null,
  -- What lists are filtered by, so that matches are counted without looking at their items.
  board_id bigint not null,
  board_category_id bigint,
  status text not null,
  category text not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
-- Told that companies are large, PostgreSQL looks into the indexes of words and never through all that a company has.
alter table feedback_search alter column company_id set (n_distinct = 2);

-- Forced row-level security concerns the owner as well, who has to read every item here.
alter table feedback_item no force row level security;
insert into feedback_search (company_id, feedback_id, document, board_id, board_category_id, status, category)
  select company_id, id, lower(title || chr(31) || description), board_id, board_category_id, status, category from feedback_item;
alter table feedback_item force row level security;

-- A trigram index finds all matches before it gives the first. These hold ever more items, the first every 81st, the first two every 27th and so
-- on: a search that has found enough in the first ones never asks the last. What has been added and not yet sorted in is read by each search,
-- hence the low limit (kB).
create index feedback_search_part_1 on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 81 = 0;
create index feedback_search_part_2 on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 81 <> 0 and feedback_id % 27 = 0;
create index feedback_search_part_3 on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 27 <> 0 and feedback_id % 9 = 0;
create index feedback_search_part_4 on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 9 <> 0 and feedback_id % 3 = 0;
create index feedback_search_part_5 on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 3 <> 0;
analyze feedback_search;

alter table feedback_search enable row level security;
alter table feedback_search force row level security;
create policy tenant on feedback_search to hearback_app
  using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()));
create policy system on feedback_search to hearback_system using (true) with check (true);
create policy search on feedback_search for select to current_user using (true);
grant select, insert, update, delete on feedback_search to hearback_app, hearback_system;

create or replace function index_feedback() returns trigger language plpgsql as $$
begin
  insert into feedback_search (company_id, feedback_id, document, board_id, board_category_id, status, category)
    -- Between the two stands what no search may contain, so that no match begins in one and ends in the other.
    values (new.company_id, new.id, lower(new.title || chr(31) || new.description),
      new.board_id, new.board_category_id, new.status, new.category)
    on conflict (company_id, feedback_id) do update set document = excluded.document;
  return null;
end
$$;

-- Leaves the document alone, and with it the indexes.
create function file_feedback() returns trigger language plpgsql as $$
begin
  update feedback_search
    set board_id = new.board_id, board_category_id = new.board_category_id, status = new.status, category = new.category
    where company_id = new.company_id and feedback_id = new.id;
  return null;
end
$$;
create trigger file_feedback_moved after update of board_id, status, category, board_category_id on feedback_item
  for each row when ((old.board_id, old.status, old.category, old.board_category_id)
    is distinct from (new.board_id, new.status, new.category, new.board_category_id))
  execute function file_feedback();

-- The items of a company whose words in small letters match a pattern of LIKE, in one of the boards; null is any board, status or category.
-- Those of the first part, or all others. It becomes a part of whatever statement of its owner asks it. The company is a parameter although
-- only the one in force is answered: for one that is known, the plan would be made, and kept, that suits its size.
create function matching_feedback(
  in_first_part boolean, company bigint, pattern text, boards bigint[], of_status text, of_category text, of_board_category bigint
) returns setof bigint
  language sql stable rows 100
  begin atomic
    select s.feedback_id from (
      select * from public.feedback_search where in_first_part and feedback_id % 81 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 81 <> 0 and feedback_id % 27 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 27 <> 0 and feedback_id % 9 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 9 <> 0 and feedback_id % 3 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 3 <> 0
    ) s
    where s.company_id = company and company is not distinct from public.current_company_id()
      and s.document like pattern
      and (boards is null or s.board_id = any (boards))
      and (of_status is null or s.status = of_status)
      and (of_category is null or s.category = of_category)
      and (of_board_category is null or s.board_category_id = of_board_category);
  end;
revoke all on function matching_feedback(boolean, bigint, text, bigint[], text, text, bigint) from public;

-- Under row-level security only leakproof operators reach an index, and like is none: the owner, who has a policy of his own on the table,
-- searches for the tenant of the transaction and for no other.
create function search_feedback(
  company bigint, pattern text, boards bigint[], of_status text, of_category text, of_board_category bigint
) returns setof bigint
  language sql stable security definer rows 100
  set search_path = pg_catalog, public
  begin atomic
    select id from public.matching_feedback(true, company, pattern, boards, of_status, of_category, of_board_category) id
    union all select id from public.matching_feedback(false, company, pattern, boards, of_status, of_category, of_board_category) id;
  end;

-- What a search finds, up to 1,000 and a few; of a broad one, which finds some in the first part already, only these. The limits stand in the
-- text, since with parameters PostgreSQL would prefer a scan.
create function find_feedback(
  company bigint, pattern text, boards bigint[], of_status text, of_category text, of_board_category bigint, out ids bigint[], out is_broad boolean
)
  language sql stable security definer
  set search_path = pg_catalog, public
  begin atomic
    select
      case when cardinality(first_ids) >= 8 then first_ids
        else first_ids || array(
          select id from public.matching_feedback(false, company, pattern, boards, of_status, of_category, of_board_category) id limit 1000
        ) end,
      cardinality(first_ids) >= 8
    from (
      select array(
        select id from public.matching_feedback(true, company, pattern, boards, of_status, of_category, of_board_category) id limit 1000
      ) as first_ids offset 0
    ) first_part;
  end;

-- How many a broad search finds besides, up to so many.
create function count_more_feedback(
  company bigint, pattern text, boards bigint[], of_status text, of_category text, of_board_category bigint, at_most integer
) returns bigint
  language sql stable security definer
  set search_path = pg_catalog, public
  begin atomic
    select count(*) from (
      select from public.matching_feedback(false, company, pattern, boards, of_status, of_category, of_board_category) limit at_most
    ) more;
  end;
revoke all on function search_feedback(bigint, text, bigint[], text, text, bigint), find_feedback(bigint, text, bigint[], text, text, bigint),
  count_more_feedback(bigint, text, bigint[], text, text, bigint, integer) from public;
grant execute on function search_feedback(bigint, text, bigint[], text, text, bigint), find_feedback(bigint, text, bigint[], text, text, bigint),
  count_more_feedback(bigint, text, bigint[], text, text, bigint, integer) to hearback_app;
