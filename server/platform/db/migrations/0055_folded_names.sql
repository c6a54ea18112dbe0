-- Two topics of a company whose names differ only in case, accents or the Unicode form are one
-- (docs/decisions/0065-words-of-searches.md). If such topics exist, all but the first get their id
-- as a suffix.
alter table board_category disable trigger user;
set local role hearback_system;
update board_category c set name = left(c.name, 40) || ' (' || c.id || ')'
  from (
    select company_id, id, row_number() over (
      partition by company_id, fold_text(name) order by id
    ) as place
    from board_category
  ) same
  where same.place > 1 and c.company_id = same.company_id and c.id = same.id;
reset role;
alter table board_category enable trigger user;
drop index board_category_name;
create unique index board_category_name on board_category (company_id, fold_text(name));
