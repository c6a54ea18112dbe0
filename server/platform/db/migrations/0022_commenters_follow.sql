-- Commenters follow the item at the level 'all'. This migration is separate from the one that
-- creates the table, so that no table stays locked while the comments are read. The role reads all
-- companies, so row-level security need not be turned off.
set local role hearback_system;
insert into follow (company_id, feedback_id, user_id, level)
  select distinct company_id, feedback_id, user_id, 'all' from comment where user_id is not null
  on conflict do nothing;
reset role;
