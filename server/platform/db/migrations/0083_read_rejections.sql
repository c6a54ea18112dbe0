-- The bell counts rejected posts that their authors have not seen yet. What was rejected before
-- counts as seen.
alter table rejected_post add column is_read boolean not null default true;
alter table rejected_post alter column is_read set default false;
