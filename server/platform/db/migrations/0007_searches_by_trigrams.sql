-- PostgreSQL says which searches the indexes of words can look up (docs/decisions/0015-searches-in-parts.md).

-- Whether a pattern of LIKE, wildcards at both ends, is looked up: it has three letters or digits in a row, or at least three trigrams with the
-- ends of its words. Without any, a trigram index is read whole, for all companies; one or two, as of `#r` or `re#`, hardly narrow it down. What
-- a letter is, only pg_trgm knows: it asks the system's character type, which is neither JavaScript's idea nor that of regular expressions.
create function is_looked_up(pattern text) returns boolean
  language sql immutable strict parallel safe
  begin atomic
    select letters like '%xxx%' or (
      -- As pg_trgm pads words: two spaces before, one behind, and none where a wildcard stands.
      select coalesce(sum(greatest(length(word) - 2, 0)), 0) >= 3
      from unnest(string_to_array(regexp_replace(letters, '-+', ' |  ', 'g'), '|')) word
    )
    from (
      select string_agg(case when show_trgm(c) <> '{}' then 'x' else '-' end, '' order by place) as letters
      from string_to_table(btrim(pattern, '%'), null) with ordinality as given (c, place)
    ) seen;
  end;
revoke all on function is_looked_up(text) from public;

-- What a search finds, up to 1,000 and a few; of a broad one, which finds some in the first part already, only these; null for one that is not
-- looked up. The limits stand in the text, since with parameters PostgreSQL would prefer a scan.
create or replace function find_feedback(
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
      ) as first_ids where public.is_looked_up(pattern) offset 0
    ) first_part;
  end;
