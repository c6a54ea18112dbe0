-- An endpoint is also turned off when too much waits for it.
alter table webhook_endpoint drop constraint webhook_endpoint_off_reason_check,
  add constraint webhook_endpoint_off_reason_check
    check (off_reason in ('admin', 'gone', 'failing', 'full', 'restored'));
