-- Votes that admins record for customers (docs/decisions/0046-recorded-votes.md).

-- Whether an admin has recorded the vote. `recorded_by_id` is null after the admin's account was
-- deleted.
alter table user_vote add column is_recorded boolean not null default false;
-- Whether the vote makes its voter a follower of the item.
alter table user_vote add column is_following boolean not null default true;
