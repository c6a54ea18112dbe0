-- The stored bytes of imports count against a quota (docs/decisions/0068-bounded-imports.md).

-- Parts are deflated before they are stored. `content` has the parts that earlier versions of the
-- portal have stored.
alter table import_part alter column content drop not null;
alter table import_part add column deflated bytea;
alter table import_part alter column deflated set storage external;
alter table import_part add constraint import_part_filled check (num_nonnulls(content, deflated) = 1);

-- The bytes of the import's rows in `import_record`, as JSON.
alter table import_run add column record_bytes bigint not null default 0;
