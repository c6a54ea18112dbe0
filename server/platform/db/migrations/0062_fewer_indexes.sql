-- What each comment, vote and notification writes (docs/decisions/0073-less-to-write.md).

-- An index that begins with the account serves the foreign key and the lists of an account alike.
drop index comment_author;
create index comment_author on comment (user_id, company_id);
drop index comment_user;
create index follow_account on follow (user_id, company_id, feedback_id);
drop index follow_by_user;
drop index follow_user;
create index notification_account on notification (user_id, company_id, id desc);
drop index notification_list;
drop index notification_user;

-- The comments of an item: all of them, and those of one visibility, newest first.
create index comment_item on comment (company_id, feedback_id, visibility, id);
drop index comment_public;
drop index comment_feedback;

-- The item of a notification is that of its activity. One foreign key checks both, where two were
-- checked for each new notification.
create unique index activity_item on activity (company_id, feedback_id, id);
drop index activity_feedback;
alter table notification
  add foreign key (company_id, feedback_id, activity_id)
    references activity (company_id, feedback_id, id) on delete cascade,
  drop constraint notification_company_id_feedback_id_fkey,
  drop constraint notification_company_id_activity_id_fkey;

-- Room on each page for the next version of an item, so that a change of its number of comments
-- writes no index. Pages that are full now stay as they are.
alter table feedback_item set (fillfactor = 90);
