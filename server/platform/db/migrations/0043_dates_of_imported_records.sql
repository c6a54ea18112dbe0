-- Comments and status changes are written in the order of their dates. PostgreSQL could not search
-- the former index for a date, because a condition with `->>` may be evaluated only after row-level
-- security has chosen the rows. Each statement therefore read all earlier entries of the index. A
-- condition with a column alone can be searched for.
--
-- PostgreSQL computes the column, also for rows of the previous version. Imports wait while the
-- table is rewritten.
alter table import_record add column created_at text generated always as (
    case when kind in ('comment', 'status_change') then coalesce(record ->> 'createdAt', '9999') end
  ) stored;
drop index import_record_date;
create index import_record_date on import_record
    (company_id, import_id, kind, created_at, position)
  where kind in ('comment', 'status_change') and fate in ('new', 'changed');
alter table import_record alter column created_at set statistics 0;
