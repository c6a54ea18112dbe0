-- A search takes time in proportion to the texts that it compares, whatever they contain
-- (docs/decisions/0015-searches-in-parts.md). LIKE with a substring of m characters takes up to
-- n * m steps for a text of n characters. The changed function keeps its name and parameters,
-- because the previous version of the program still uses it.

-- The substring of a LIKE pattern with a wildcard at each end, cut into pieces of four characters
-- with wildcards between them. The first `skipped` characters are left out.
create function cut_pattern(pattern text, skipped integer) returns text
  language sql immutable strict parallel safe
  return '%' || regexp_replace(
    regexp_replace(substr(pattern, 2, greatest(length(pattern) - 2, 0)), '^(\\.|[^\\]){' || skipped || '}', ''),
    '((\\.|[^\\]){4})', '\1%', 'g'
  ) || '%';

-- Whether a trigram index can look the pattern up by at least one trigram: three letters or digits
-- in a row. pg_trgm decides what a letter is.
create function has_letter_run(pattern text) returns boolean
  language sql immutable strict parallel safe
  return (
    select string_agg(case when show_trgm(c) <> '{}' then 'x' else '-' end, '' order by place) like '%xxx%'
    from string_to_table(pattern, null) with ordinality as given (c, place)
  );

-- Two LIKE patterns for the index. Every text with the substring matches both. LIKE takes at most
-- eight steps a character for the first, and four for pieces of four characters. Any three
-- characters in a row are within one piece of one of the two ways to cut. One way is enough if it
-- leaves a trigram. If the trigrams are ends of words, both are needed to keep each of them.
create function index_patterns(pattern text) returns text[]
  language sql immutable strict parallel safe
  return case
    when length(pattern) <= 10 then array[pattern, '%']
    when public.has_letter_run(public.cut_pattern(pattern, 0)) then array[public.cut_pattern(pattern, 0), '%']
    when public.has_letter_run(public.cut_pattern(pattern, 2)) then array[public.cut_pattern(pattern, 2), '%']
    else array[public.cut_pattern(pattern, 0), public.cut_pattern(pattern, 2)] end;

-- The bytes of the substring of a LIKE pattern with a wildcard at each end. A search for bytes
-- takes one pass over a text. In UTF-8, a substring's bytes are found only where the substring is.
create function substring_bytes(pattern text) returns bytea
  language sql stable strict parallel safe
  return convert_to(
    regexp_replace(substr(pattern, 2, greatest(length(pattern) - 2, 0)), '\\(.)', '\1', 'g'), 'UTF8'
  );
revoke all on function cut_pattern(text, integer), has_letter_run(text), index_patterns(text), substring_bytes(text) from public;
grant execute on function substring_bytes(text) to hearback_app;

-- As before, with the new comparison. A pattern of up to eight characters is compared exactly by
-- LIKE. PostgreSQL evaluates the condition with the fewest operators first. The empty texts make
-- that the part's condition where it reads all items of a small company, so that each part compares
-- only its own texts.
create or replace function matching_feedback(
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
      and s.document like (select (public.index_patterns(pattern))[1]) || '' || ''
      and s.document like (select (public.index_patterns(pattern))[2]) || '' || ''
      and (
        length(pattern) <= 10
        or position((select public.substring_bytes(pattern)) in convert_to(s.document, 'UTF8')) > 0
      )
      and (boards is null or s.board_id = any (boards))
      and (of_status is null or s.status = of_status)
      and (of_category is null or s.category = of_category)
      and (of_board_category is null or s.board_category_id = of_board_category);
  end;
