-- The same function, but both conditions on the keys are conditions of the index. With an `or`, the
-- second one was checked for each item with the keys of the first, up to twelve times as many.
create or replace function feedback_with_keys(
  company bigint, all_keys bigint[], some_keys bigint[], boards bigint[]
) returns table (feedback_id bigint, title_keys bigint[])
  language sql stable rows 100
  set search_path = pg_catalog, public
  set enable_seqscan = off
  set enable_indexscan = off
  begin atomic
    select s.feedback_id, s.title_keys from public.feedback_search s
    where s.company_id = company and company is not distinct from public.current_company_id()
      and s.title_keys @> all_keys
      and s.title_keys && coalesce(some_keys, all_keys)
      and s.board_id = any (boards)
    limit 200;
  end;
