-- The time at which the author last changed the comment; null if the author has not changed it.
alter table comment add column edited_at timestamptz;

-- A reader of an item reads its public comments through one index and the comments that few may
-- read through the other. Without these indexes, comments that a reader may not see made every
-- read slower.
create index comment_public on comment (company_id, feedback_id, id) where visibility = 'public';
create index comment_hidden on comment (company_id, feedback_id, user_id, id)
  where visibility <> 'public';
