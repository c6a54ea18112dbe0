-- The check of posts of visitors without an account
-- (docs/decisions/0049-checks-of-anonymous-posts.md).

-- The key that signs challenges. It has 122 random bits.
alter table site_settings add column challenge_key uuid not null default gen_random_uuid();

-- Whether an item waits for approval because it failed the check.
alter table feedback_item add column is_suspected boolean not null default false;

-- The two queues of waiting items, oldest first.
create index feedback_item_pending on feedback_item (company_id, is_suspected, created_at, id)
  where state = 'pending';
