-- Companies have a dashboard, and a list of their customers
-- (docs/decisions/0080-dashboards.md).

-- What came in to a company, by date. The indexes replace those over all companies, so that a vote
-- still writes as many entries. Until the previous version is stopped, its console's dashboard is
-- slower.
set local maintenance_work_mem = '256MB';
create index user_vote_date on user_vote (company_id, created_at) where merged_from_id is null;
create index comment_date on comment (company_id, created_at) where visibility = 'public';
drop index user_vote_created;
drop index comment_created;
drop index feedback_item_created;

create index user_account_joined on user_account (home_company_id, created_at, id)
  include (role, is_imported);
create index user_account_names
  on user_account (home_company_id, lower(coalesce(full_name, username) collate "C"), id)
  where role = 'user';
