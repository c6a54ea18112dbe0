-- Customers are listed by what they did and by their last visit
-- (docs/decisions/0090-customers-by-activity.md).

-- The last request in the account's own company, to five minutes. Null: none since this version.
-- No index contains it, so that a visit writes no index entry.
alter table user_account add column last_seen_at timestamptz(3);

-- The votes of an account can be counted in the index alone. It replaces the one for the foreign
-- key, so that a vote still writes as many entries.
set local maintenance_work_mem = '256MB';
create index user_vote_account on user_vote (user_id, company_id, merged_from_id);
drop index user_vote_user;

-- The installation's logo for dark pages, as companies have one.
alter table site_logo add column dark_file_id uuid;
alter table site_logo add column dark_content bytea;
alter table site_logo add constraint site_logo_dark
  check (num_nonnulls(dark_file_id, dark_content) in (0, 2));
