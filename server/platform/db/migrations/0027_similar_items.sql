-- Similar items (docs/decisions/0042-similar-items.md). An item is found by keys of the words of
-- its title, which survive plurals, endings and most typing errors. The table is rewritten once,
-- which takes about 0.1 ms for each item.

-- A text with single instead of double consonants. A regular expression with a back reference would
-- take quadratic time.
create function with_single_consonants(words text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(words, 'bb', 'b'), 'cc', 'c'), 'dd', 'd'), 'ff', 'f'), 'gg', 'g'),
    'kk', 'k'), 'll', 'l'), 'mm', 'm'), 'nn', 'n'), 'pp', 'p'), 'rr', 'r'), 'ss', 's'), 'tt', 't'),
    'zz', 'z');

-- The keys of a title, each with the word that it belongs to. A word has two keys: its first four
-- letters, and its first letter with the three consonants that follow. Words in Chinese, Japanese
-- and Korean have no spaces between them, so each pair of characters is a word, without hiragana,
-- which writes endings. Case, accents, double consonants and the `s` of a plural do not matter. A
-- key is a hash with the company, so that one company's index entries do not slow another's searches.
create function title_word_keys(company bigint, title text) returns table (word text, key bigint)
  language sql immutable parallel safe rows 20
  begin atomic
    with plain as materialized (
      select public.with_single_consonants(translate(
        case when octet_length(title) = length(title) then lower(title)
          else normalize(
            lower(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]+', '', 'g')), NFKC
          ) end,
        'ıøłđß!"#%&''()*+,-./:;<=>?@[\]_`{|}~' || U&'\00A1\00AB\00B4\00BB\00BF\2010\2013\2014'
          || U&'\2018\2019\201A\201C\201D\201E\2026\2039\203A\3001\3002\300C\300D\30FB',
        'iolds' || repeat(' ', 60)
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

-- The distinct keys of a title. PL/pgSQL keeps the plan for the next item; a function in SQL would
-- be planned for each one.
create function title_keys(company bigint, title text) returns bigint[]
  language plpgsql immutable parallel safe
as $$
begin
  return (
    select coalesce(array_agg(distinct key), '{}') from public.title_word_keys(company, title)
  );
end
$$;

-- The title is the part of the document before the separator. It has at most 200 characters; in
-- lower case it may have a few more. Only a change of the document computes the keys again.
alter table feedback_search add column title_keys bigint[] not null
  generated always as (
    public.title_keys(company_id, split_part(left(document, 500), chr(31), 1))
  ) stored;
create index feedback_search_title on feedback_search using gin (title_keys)
  with (gin_pending_list_limit = 512);
analyze feedback_search;

-- Up to 200 items in these boards whose titles have all of these keys, and one of some keys unless
-- these are null. A function of its own, because only this look-up must not use another index. Only
-- the owner may call it.
create function feedback_with_keys(
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
      and (some_keys is null or s.title_keys && some_keys)
      and s.board_id = any (boards)
    limit 200;
  end;

-- The weight of a key that so many of the newest items have.
create function key_weight(items bigint, newest bigint) returns double precision
  language sql immutable parallel safe
  return ln((newest + 1)::double precision / (coalesce(items, 0) + 0.5));

-- The five items in these boards whose titles are most similar to a title, without one item. The
-- score is the weighted share of keys that the two titles have in common (Dice's coefficient). A
-- key weighs the more, the fewer of the newest 500 items have it. Titles that score below 0.3 are
-- not similar. Only these items are compared: the newest ones, and up to 200 for each rare key (at
-- most 16) and for each combination of the four rarest common keys. PL/pgSQL, because PostgreSQL
-- before version 18 plans a function in SQL at each call.
create function similar_feedback(
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
    ), scored as (
      select c.feedback_id, 2 * coalesce(sum(k.weight), 0)
        / (sum(key_weight(f.items, n.items)) + (select sum(weight) from asked_key)) as score
      from candidate c cross join newest n cross join unnest(c.title_keys) own (key)
        left join frequency f on f.key = own.key
        left join asked_key k on k.key = own.key
      where c.feedback_id is distinct from except_id
      group by c.feedback_id
    )
    select scored.feedback_id, scored.score from scored
    where scored.score >= 0.3
    order by scored.score desc, scored.feedback_id limit 5;
end
$$;

revoke all on function with_single_consonants(text), title_word_keys(bigint, text),
  title_keys(bigint, text), feedback_with_keys(bigint, bigint[], bigint[], bigint[]), key_weight(bigint, bigint),
  similar_feedback(bigint, text, bigint[], bigint) from public;
-- The roles that write items compute the keys.
grant execute on function with_single_consonants(text), title_word_keys(bigint, text),
  title_keys(bigint, text) to hearback_app, hearback_system;
grant execute on function similar_feedback(bigint, text, bigint[], bigint) to hearback_app;
