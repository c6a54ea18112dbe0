-- Two saved views of a company whose names differ only in case, accents or the Unicode form are one
-- (docs/decisions/0065-words-of-searches.md). If such views exist, all but the first get their id as
-- a suffix. The previous version of the program still needs the index by `lower(name)`.
alter table saved_view disable trigger user;
set local role hearback_system;
update saved_view v set name = left(v.name, 40) || ' (' || v.id || ')'
  from (
    select company_id, id, row_number() over (
      partition by company_id, fold_text(name) order by id
    ) as place
    from saved_view
  ) same
  where same.place > 1 and v.company_id = same.company_id and v.id = same.id;
reset role;
alter table saved_view enable trigger user;
create unique index saved_view_folded_name on saved_view (company_id, fold_text(name));
