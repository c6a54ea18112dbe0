-- What each comment, vote and notification writes (docs/decisions/0073-less-to-write.md). Indexes are
-- created before others are dropped, because lists can still be read meanwhile.

-- An index that begins with the account serves the foreign key and the lists of an account alike.
create index comment_account on comment (user_id, company_id);
create index follow_account on follow (user_id, company_id, feedback_id);
create index notification_account on notification (user_id, company_id, id desc);

-- The comments of an item: all of them, and those of one visibility, newest first.
create index comment_item on comment (company_id, feedback_id, visibility, id);

-- The item of a notification is that of its activity. One foreign key checks both, where two were
-- checked for each new notification.
create unique index activity_item on activity (company_id, feedback_id, id);
alter table notification add foreign key (company_id, feedback_id, activity_id)
  references activity (company_id, feedback_id, id) on delete cascade;
alter table notification drop constraint notification_company_id_feedback_id_fkey;
alter table notification drop constraint notification_company_id_activity_id_fkey;

drop index comment_author;
drop index comment_user;
drop index comment_public;
drop index comment_feedback;
drop index follow_by_user;
drop index follow_user;
drop index notification_list;
drop index notification_user;
drop index activity_feedback;
