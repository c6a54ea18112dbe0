-- The bell counts rejected posts that their authors have not seen yet. What was rejected before
-- counts as seen.
alter table rejected_post add column is_read boolean not null default true;
alter table rejected_post alter column is_read set default false;

-- As before, but of the two keys of a word, one that no title has weighs no more than the other.
-- Otherwise a title that a typing error is about scored too low, such as "timer" for "timr".
create or replace function similar_feedback(
  company bigint, asked_title text, boards bigint[], except_id bigint
) returns table (feedback_id bigint, score double precision)
  language plpgsql stable security definer rows 5
  set search_path = pg_catalog, public
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with recent as materialized (
      select s.feedback_id, s.title_keys from (
        select * from feedback_search
        where company_id = company and company is not distinct from current_company_id()
        order by feedback_id desc limit 500
      ) s
      where s.board_id = any (boards)
    ), newest as materialized (
      select count(*) as items from recent
    ), frequency as materialized (
      select key, count(*) as items from recent, unnest(title_keys) key group by key
    ), asked as materialized (
      select w.word, w.key, coalesce(f.items, 0) as items, case when f.items is null
        then coalesce(
          min(key_weight(f.items, n.items)) filter (where f.items > 0) over (partition by w.word),
          key_weight(0, n.items)
        ) else key_weight(f.items, n.items) end as weight
      from title_word_keys(company, asked_title) w
        cross join newest n left join frequency f using (key)
      order by items limit 80
    ), asked_key as materialized (
      select key, items, min(weight) as weight from asked group by key, items
    ), common as materialized (
      -- Of the two keys of a word with an error, the more frequent one is without the error.
      select main.key, main.items, row_number() over (order by main.items, main.key) as place
      from (select distinct on (word) key, items from asked order by word, items desc, key) main
        cross join newest n
      where main.items * 100 > n.items
      order by main.items, main.key limit 4
    ), rarest as materialized (
      -- Whether even the two rarest common keys are often together.
      select array_agg(key order by place) as keys,
        min(items) filter (where place = 1) * min(items) filter (where place = 2)
          > (select items from newest) as are_frequent
      from common
    ), clause (all_keys, some_keys) as (
      (
        select array[k.key], null::bigint[] from asked_key k cross join newest n
        where k.items * 100 <= n.items order by k.items limit 16
      )
      union all
      -- Two of the three rarest.
      select array[a.key, b.key], null from common a cross join common b cross join rarest
      where a.place < b.place and b.place <= 3
        and (not rarest.are_frequent or cardinality(rarest.keys) = 2)
      union all
      -- Three of the four rarest: the first two and another, or the last two and another.
      select keys[1:2], keys[3:4] from rarest where are_frequent and cardinality(keys) > 2
      union all
      select keys[3:4], keys[1:2] from rarest where are_frequent and cardinality(keys) = 4
    ), candidate as materialized (
      select r.feedback_id, r.title_keys from recent r
      where r.title_keys && array(select key from asked_key)
      union
      select found.feedback_id, found.title_keys from clause c
        cross join lateral feedback_with_keys(company, c.all_keys, c.some_keys, boards) found
    ), best as materialized (
      -- Only titles that share much can score high.
      select c.feedback_id, c.title_keys, (
        select coalesce(sum(k.weight), 0) from asked_key k where k.key = any (c.title_keys)
      ) as shared
      from candidate c where c.feedback_id is distinct from except_id
      order by shared desc, c.feedback_id limit 100
    ), scored as (
      select b.feedback_id, greatest(
        2 * min(b.shared) / (sum(key_weight(f.items, n.items)) + min(a.weight)),
        0.75 * min(b.shared) / min(a.weight)
      ) as score
      from (select sum(weight) as weight from asked_key) a cross join best b cross join newest n cross join unnest(b.title_keys) own (key)
        left join frequency f on f.key = own.key
      group by b.feedback_id
    )
    select scored.feedback_id, scored.score from scored
    where scored.score >= 0.3
    order by scored.score desc, scored.feedback_id limit 5;
end
$$;
