-- A search takes time in proportion to the texts that it compares, whatever they contain (docs/decisions/0015-searches-in-parts.md). LIKE with a
-- substring of m characters takes up to n * m steps for a text of n characters. The functions keep their names and parameters, because the
-- previous version of the program still calls them.

-- The searched substring of a pattern of LIKE with a wildcard at each end.
create function substring_of(pattern text) returns text
  language sql immutable strict parallel safe
  begin atomic
    select regexp_replace(substr(pattern, 2, greatest(length(pattern) - 2, 0)), '\\(.)', '\1', 'g');
  end;

-- A pattern of LIKE that every text with the substring matches: pieces of four characters with wildcards between them, with which LIKE takes at
-- most four steps a character. `shift` (0 or 2) moves the ends of the pieces. Any three characters in a row are within one piece of one of the
-- two patterns, so that together they have the trigrams of the substring, and the index looks up the same ones as for the substring.
-- A substring of up to four characters is one piece; its shifted pattern matches every text.
create function substring_pieces(pattern text, shift integer) returns text
  language sql immutable strict parallel safe
  begin atomic
    select case when shift > 0 and length(literal) <= 4 then '%' else '%' || coalesce((
        select string_agg(replace(replace(replace(substr(literal, start, 4), '\', '\\'), '%', '\%'), '_', '\_'), '%' order by start)
        from generate_series(1 - shift, length(literal), 4) start
      ), '') || '%' end
    from (select public.substring_of(pattern) as literal) searched;
  end;

-- A regular expression for the substring, which takes one pass over a text; null for up to four characters, which are one piece. `***=` makes
-- the rest literal.
create function substring_literal(pattern text) returns text
  language sql immutable strict parallel safe
  begin atomic
    select '***=' || literal from (select public.substring_of(pattern) as literal) searched where length(literal) > 4;
  end;
revoke all on function substring_of(text), substring_pieces(text, integer), substring_literal(text) from public;
grant execute on function substring_of(text), substring_pieces(text, integer), substring_literal(text) to hearback_app;

-- As before, with the new comparison. A regular expression costs ten times as much as LIKE for a text of a few hundred bytes, where LIKE has few
-- steps in any case: a substring has at most 200 characters. PostgreSQL evaluates the condition with the fewest operators first. The empty texts
-- make that the part's condition where it reads all items of a small company, so that each part compares only its own texts.
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
      and s.document like (select public.substring_pieces(pattern, 0)) || '' || ''
      and s.document like (select public.substring_pieces(pattern, 2)) || '' || ''
      and case
        when (select public.substring_literal(pattern)) is null then true
        when octet_length(s.document) <= 500 then s.document like pattern
        else s.document ~ (select public.substring_literal(pattern)) end
      and (boards is null or s.board_id = any (boards))
      and (of_status is null or s.status = of_status)
      and (of_category is null or s.category = of_category)
      and (of_board_category is null or s.board_category_id = of_board_category);
  end;
