-- Notifying followers can take many slices. Jobs that people wait for, such as confirmation codes,
-- have the default priority 0 and run before them.
create or replace function enqueue_activity_task() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
begin
  perform graphile_worker.add_job(
    identifier => 'runActivityTask',
    payload => json_build_object(
      'companyId', new.company_id, 'activityId', new.activity_id, 'consumer', new.consumer
    ),
    max_attempts => 5,
    priority => 10
  );
  return null;
end
$$;
