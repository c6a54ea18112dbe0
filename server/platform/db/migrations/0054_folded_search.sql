-- A search finds the items that contain each of its words, and compares folded texts
-- (docs/decisions/0065-words-of-searches.md). The old search functions keep their names and
-- parameters, because the previous version of the program still uses them.

-- The form in which texts are compared (contract/foldText.ts). The collation is one of those that
-- know the lower case of all letters, whatever the database's locale.
do $$
declare
  letters constant text := (
    select format('pg_catalog.%I', collname) from pg_collation
    where collnamespace = 'pg_catalog'::regnamespace
      and collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'default')
    order by array_position(
      array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'C.UTF-8', 'en_US.utf8', 'default'], collname::text
    )
    limit 1
  );
begin
  execute format($create$
    create function fold_unicode(words text) returns text
      language sql immutable strict parallel safe
      return normalize(
        replace(
          translate(
            regexp_replace(
              lower(normalize(words, NFKD) collate %s),
              '([a-z\u00aa-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f]+',
              '\1', 'g'
            ),
            U&'\03C2\0131\00F8\0142\0111\0127\0167', U&'\03C3' || 'ioldht'
          ),
          U&'\00DF', 'ss'
        ),
        NFC
      )
  $create$, letters);
end
$$;
create function fold_text(words text) returns text
  language sql immutable strict parallel safe
  return case when octet_length(words) = length(words) then lower(words collate "C")
    else public.fold_unicode(words) end;
revoke all on function fold_unicode(text), fold_text(text) from public;
grant execute on function fold_unicode(text), fold_text(text) to hearback_app, hearback_system;

-- Searches read the table meanwhile. Submissions and changes of texts wait.
lock table feedback_search in share row exclusive mode;

create or replace function index_feedback() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    insert into feedback_search
      (company_id, feedback_id, document, board_id, board_category_id, status, category)
      -- No search text can contain the separator, so no match spans title and description.
      values (new.company_id, new.id, fold_text(new.title || chr(31) || new.description),
        new.board_id, new.board_category_id, new.status, new.category)
      on conflict (company_id, feedback_id) do update set document = excluded.document;
  else
    delete from feedback_search where company_id = new.company_id and feedback_id = new.id;
  end if;
  return null;
end
$$;

-- As before, with folded titles. The keys of titles in ASCII stay the same, and the update below
-- computes the others again.
create or replace function title_word_keys(company bigint, title text) returns table (word text, key bigint)
  language sql immutable parallel safe rows 20
  begin atomic
    with plain as materialized (
      select public.with_single_consonants(translate(
        public.fold_text(title),
        '!"#%&''()*+,-./:;<=>?@[\]_`{|}~' || U&'\00A1\00AB\00B4\00BB\00BF\2010\2013\2014'
          || U&'\2018\2019\201A\201C\201D\201E\2026\2039\203A\3001\3002\300C\300D\30FB',
        repeat(' ', 60)
      )) as letters
    ), words as (
      select distinct case when word like '____%s' then left(word, -1) else word end as word
      from plain, string_to_table(letters, ' ') word
      where length(word) > 1
        -- Frequent words of five languages without content, written without accents and double
        -- consonants. In a large company their frequency tells; a small one has no frequencies.
        and word <> all ((
          '{about,ad,al,alow,an,and,are,as,at,be,by,can,could,do,for,from,have,how,if,in,into,is,it,'
          'its,let,make,me,my,need,new,not,of,on,or,our,please,should,suport,so,that,the,their,them,'
          'this,to,us,want,we,when,with,would,you,your,'
          'als,am,an,auf,aus,bei,bite,das,dem,den,der,des,die,ein,eine,einem,einen,einer,es,fur,ich,'
          'im,ist,man,mit,nach,nicht,oder,sol,uber,um,und,uns,von,vor,wir,zu,zum,zur,'
          'au,aux,avec,ce,dans,de,du,en,est,et,la,le,les,leur,mes,mon,ne,nos,notre,nous,ou,par,pas,'
          'pour,que,qui,sa,se,ses,sur,un,une,'
          'al,como,con,del,el,las,lo,los,mi,mis,no,para,por,se,sin,su,sus,una,uno,y,'
          'bir,bu,cok,da,gibi,icin,ile,istiyorum,lutfen,mi,ne,olarak,olsun,ve,veya}'
        )::text[])
    ), spaced as (
      select word from words where octet_length(word) < 3 * length(word)
    )
    select word, hashtextextended(left(word, 4), company) from spaced
    union all
    select word, hashtextextended(
      '~' || left(word, 1) || left(translate(substr(word, 2), 'aeiouy', ''), 3), company
    )
    from spaced where length(word) > 3
    union all
    select pair, hashtextextended(pair, company)
    from (
      select distinct substr(word, place, 2) as pair
      from words, generate_series(1, length(word) - 1) place
      where octet_length(word) >= 3 * length(word)
    ) pairs
    where pair !~ '[\u3041-\u309f]';
  end;

-- The role reads all companies, so row-level security need not be turned off.
set local role hearback_system;
update feedback_search set document = fold_text(document)
  where octet_length(document) <> length(document);
reset role;

-- Two parts are enough: a word that the first part finds 64 times is in about 5,000 items, so the
-- second part never has many more matches to read.
set local maintenance_work_mem = '256MB';
create index feedback_search_rest on feedback_search using gin (company_id, document gin_trgm_ops)
  with (gin_pending_list_limit = 512) where feedback_id % 81 <> 0;
drop index feedback_search_part_2, feedback_search_part_3, feedback_search_part_4,
  feedback_search_part_5;
alter index feedback_search_part_1 rename to feedback_search_sample;

-- Whether a document contains all of up to ten words. Bytes are compared, which takes linear time
-- for each word, whatever the text is. In UTF-8, the bytes of a word are found only where the word
-- is. Not a loop, because PostgreSQL includes this expression in the calling statement.
create function contains_words(document text, words bytea[]) returns boolean
  language sql stable parallel safe
  return (words[1] is null or position(words[1] in convert_to(document, 'UTF8')) > 0)
    and (words[2] is null or position(words[2] in convert_to(document, 'UTF8')) > 0)
    and (words[3] is null or position(words[3] in convert_to(document, 'UTF8')) > 0)
    and (words[4] is null or position(words[4] in convert_to(document, 'UTF8')) > 0)
    and (words[5] is null or position(words[5] in convert_to(document, 'UTF8')) > 0)
    and (words[6] is null or position(words[6] in convert_to(document, 'UTF8')) > 0)
    and (words[7] is null or position(words[7] in convert_to(document, 'UTF8')) > 0)
    and (words[8] is null or position(words[8] in convert_to(document, 'UTF8')) > 0)
    and (words[9] is null or position(words[9] in convert_to(document, 'UTF8')) > 0)
    and (words[10] is null or position(words[10] in convert_to(document, 'UTF8')) > 0);
revoke all on function contains_words(text, bytea[]) from public;
grant execute on function contains_words(text, bytea[]) to hearback_app;

-- The items of one of the two indexes that match a search. `pieces` are three LIKE patterns for
-- the index: pieces of at most four characters with wildcards between them, so that LIKE takes at
-- most four steps for each character of a text.
create function matching_words(
  in_sample boolean, company bigint, pieces text[], words bytea[],
  boards bigint[], of_status text, of_category text, of_board_category bigint
) returns setof bigint
  language sql stable rows 100
  begin atomic
    select s.feedback_id from (
      select * from public.feedback_search where in_sample and feedback_id % 81 = 0
      union all select * from public.feedback_search where not in_sample and feedback_id % 81 <> 0
    ) s
    where s.company_id = company and company is not distinct from public.current_company_id()
      and s.document like pieces[1] and s.document like pieces[2] and s.document like pieces[3]
      and (boards is null or s.board_id = any (boards))
      and (of_status is null or s.status = any (string_to_array(of_status, ',')))
      and (of_category is null or s.category = of_category)
      and (of_board_category is null or s.board_category_id = of_board_category)
      and public.contains_words(s.document, words);
  end;
revoke all on function matching_words(
  boolean, bigint, text[], bytea[], bigint[], text, text, bigint
) from public;

-- The matches of a search, up to 1,000 and a few. A search that finds 64 items in the sample is
-- broad and returns only these: a word in 1,000 items of a company would be in 12 of the sample.
-- `is_broad` is null if the index cannot look the words up, since PostgreSQL would read the whole
-- index of all companies. The limits are constants, because PostgreSQL would prefer to scan the
-- table for a parameter. PL/pgSQL, because PostgreSQL before version 18 plans a function in SQL at
-- each call.
create function find_words(
  company bigint, pieces text[], words bytea[], is_looked_up boolean,
  boards bigint[], of_status text, of_category text, of_board_category bigint,
  out ids bigint[], out is_broad boolean
)
  language plpgsql stable security definer
  set search_path = pg_catalog, public
  set plan_cache_mode = force_generic_plan
as $$
begin
  if not is_looked_up
    and not exists (select from unnest(pieces) piece where has_letter_run(piece)) then
    return;
  end if;
  ids := array(
    select id from matching_words(true, company, pieces, words, boards, of_status,
      of_category, of_board_category) id limit 64
  );
  is_broad := cardinality(ids) = 64;
  if not is_broad then
    ids := ids || array(
      select id from matching_words(false, company, pieces, words, boards, of_status,
        of_category, of_board_category) id limit 1000
    );
    is_broad := cardinality(ids) >= 1000;
  end if;
end
$$;

-- All matches of a search that the index can look up.
create function list_words(
  company bigint, pieces text[], words bytea[],
  boards bigint[], of_status text, of_category text, of_board_category bigint
) returns setof bigint
  language plpgsql stable security definer rows 100
  set search_path = pg_catalog, public
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select id from matching_words(true, company, pieces, words, boards, of_status,
      of_category, of_board_category) id
    union all
    select id from matching_words(false, company, pieces, words, boards, of_status,
      of_category, of_board_category) id;
end
$$;
revoke all on function
  find_words(bigint, text[], bytea[], boolean, bigint[], text, text, bigint),
  list_words(bigint, text[], bytea[], bigint[], text, text, bigint) from public;
grant execute on function
  find_words(bigint, text[], bytea[], boolean, bigint[], text, text, bigint),
  list_words(bigint, text[], bytea[], bigint[], text, text, bigint) to hearback_app;

-- For the previous version of the program only: its searches use the new indexes.
create or replace function matching_feedback(
  in_first_part boolean, company bigint, pattern text, boards bigint[], of_status text,
  of_category text, of_board_category bigint
) returns setof bigint
  language sql stable rows 100
  begin atomic
    select id from public.matching_words(
      in_first_part, company,
      public.index_patterns(public.fold_text(pattern)) || '%'::text,
      array[public.substring_bytes(public.fold_text(pattern))],
      boards, of_status, of_category, of_board_category
    ) id;
  end;

-- As before, but a long title is also similar if it has most of the keys of a short one, such as of
-- a search. The score is computed only for the hundred titles that share most.
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
      select w.word, w.key, coalesce(f.items, 0) as items, key_weight(f.items, n.items) as weight
      from title_word_keys(company, asked_title) w
        cross join newest n left join frequency f using (key)
      order by items limit 80
    ), asked_key as materialized (
      select distinct key, items, weight from asked
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
