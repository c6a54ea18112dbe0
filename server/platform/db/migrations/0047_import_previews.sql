-- What the last dry run shows of its result besides the counts: the number of people whom the
-- records name, and the first new and changed records.
alter table import_run add column preview jsonb not null default '{"people": null, "examples": []}';
