-- Every company has the saved view Inbox from the start. New companies get it with `insertCompany`.
-- A company that has a view of this name keeps its own.
alter table saved_view disable trigger user;
set local role hearback_system;
insert into saved_view (company_id, name, filters)
  select id, 'Inbox', '{"status": "new", "unanswered": true, "sort": "date"}' from company
  on conflict do nothing;
reset role;
alter table saved_view enable trigger user;
