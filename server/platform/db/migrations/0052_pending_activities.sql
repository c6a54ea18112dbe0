-- Consumers handle activities in batches (docs/decisions/0063-outbox.md). The previous version, which
-- possibly still runs, keeps adding rows to activity_task and jobs for these rows. The new version
-- takes over the rows that nobody finishes. The release after this one can drop the table
-- activity_task and the function enqueue_activity_task.

-- The consumers that still have to handle the activity. Each key is the name of a consumer. Its
-- value is the position at which the consumer continues, null at the beginning.
alter table activity add column pending jsonb not null default '{}';
create index activity_pending on activity (company_id, id) where pending <> '{}';

-- An activity is deleted with its item, which is deleted with its company
-- (docs/decisions/0051-one-reference-to-the-company.md).
alter table activity drop constraint activity_company_id_fkey;
