-- Items can be closed, merged into another item, or wait for approval
-- (docs/decisions/0040-states-of-items.md).

-- Where an item is listed. It follows from the columns after it; the constraint makes sure that it
-- does. Default lists, searches and counters contain open items only.
alter table feedback_item add column state text not null default 'open';
alter table feedback_item add column is_pending boolean not null default false;
alter table feedback_item add column merged_into_id bigint;
alter table feedback_item add column merged_at timestamptz(3);
alter table feedback_item add column closed_at timestamptz(3);
alter table feedback_item add column close_reason text
  check (close_reason in ('wont_do', 'duplicate', 'already_possible', 'other'));
alter table feedback_item add column close_note text check (char_length(close_note) <= 1000);
alter table feedback_item add constraint feedback_item_state check (
  state = case when is_pending then 'pending' when merged_into_id is not null then 'merged'
    when closed_at is not null then 'closed' else 'open' end
  and (closed_at is null) = (close_reason is null)
  and (merged_at is null) = (merged_into_id is null)
);
-- An item that is deleted takes the items that were merged into it with it.
alter table feedback_item add foreign key (company_id, merged_into_id)
  references feedback_item (company_id, id) on delete cascade;
create index feedback_item_merged on feedback_item (company_id, merged_into_id)
  where merged_into_id is not null;

alter table feedback_item add column assignee_id bigint
  references user_account (id) on delete set null;
create index feedback_item_assignee on feedback_item (assignee_id, company_id)
  where assignee_id is not null;
-- Whether the team has commented on the item or changed its status.
alter table feedback_item add column is_answered boolean not null default false;
-- The number of comments that are not public. `comments_count` counts the public ones.
alter table feedback_item add column hidden_comments_count integer not null default 0
  check (hidden_comments_count >= 0);

-- internal: only the company's admins may read the comment. pending: only they and its author,
-- until an admin approves it.
alter table comment add column visibility text not null default 'public'
  check (visibility in ('public', 'internal', 'pending'));
-- The merged item that the comment, vote or level of following comes from. A comment is moved, votes
-- and levels are copied.
alter table comment add column merged_from_id bigint;
alter table user_vote add column merged_from_id bigint;
alter table follow add column merged_from_id bigint;
alter table comment add foreign key (company_id, merged_from_id)
  references feedback_item (company_id, id) on delete set null (merged_from_id);
alter table user_vote add foreign key (company_id, merged_from_id)
  references feedback_item (company_id, id) on delete set null (merged_from_id);
alter table follow add foreign key (company_id, merged_from_id)
  references feedback_item (company_id, id) on delete set null (merged_from_id);
create index comment_merged on comment (company_id, merged_from_id)
  where merged_from_id is not null;
create index user_vote_merged on user_vote (company_id, merged_from_id)
  where merged_from_id is not null;
create index follow_merged on follow (company_id, merged_from_id)
  where merged_from_id is not null;
-- The admin who recorded the vote for somebody else.
alter table user_vote add column recorded_by_id bigint references user_account (id) on delete set null;
create index user_vote_recorded on user_vote (recorded_by_id) where recorded_by_id is not null;

-- Lists read open items only. There are as many indexes as before, because every vote writes an
-- entry into each of them.
drop index feedback_item_votes;
drop index feedback_item_date;
drop index feedback_item_board_votes;
drop index feedback_item_board_date;
drop index feedback_item_status_votes;
drop index feedback_item_status_date;
drop index feedback_item_author;
drop index feedback_item_user;
create index feedback_item_votes on feedback_item (company_id, votes desc, id desc)
  where state = 'open';
create index feedback_item_date on feedback_item (company_id, created_at desc, id desc)
  where state = 'open';
create index feedback_item_board_votes on feedback_item (company_id, board_id, votes desc, id desc)
  where state = 'open';
create index feedback_item_board_date on feedback_item (company_id, board_id, created_at desc, id desc)
  where state = 'open';
create index feedback_item_status_votes on feedback_item (company_id, status, votes desc, id desc)
  where state = 'open';
create index feedback_item_status_date on feedback_item (company_id, status, created_at desc, id desc)
  where state = 'open';
create index feedback_item_other_votes on feedback_item (company_id, state, votes desc, id desc)
  where state <> 'open';
create index feedback_item_other_date on feedback_item (company_id, state, created_at desc, id desc)
  where state <> 'open';
-- For the deletion of boards, accounts and the lists of an author's items.
create index feedback_item_board on feedback_item (company_id, board_id, id);
create index feedback_item_author on feedback_item (user_id, company_id);

-- A vote updates its item last. If the item was closed or merged while the vote waited for its lock,
-- the statement fails, so that the vote is neither lost nor left with an item that takes none.
create function refuse_changed_item() returns boolean language plpgsql as $$
begin
  raise exception 'the item was changed concurrently' using errcode = 'serialization_failure';
end
$$;
revoke all on function refuse_changed_item() from public;
grant execute on function refuse_changed_item() to hearback_app, hearback_system;

-- The counters count open items.
create or replace function count_feedback() returns trigger language plpgsql as $$
declare
  was_counted constant boolean := tg_op <> 'INSERT' and old.state = 'open';
  is_counted constant boolean := tg_op <> 'DELETE' and new.state = 'open';
begin
  if not was_counted or not is_counted then
    if is_counted then perform add_to_feedback_counter(new); end if;
    if was_counted then perform take_from_feedback_counter(old); end if;
  -- Two items that exchange their places lock the same two counters. All transactions lock them in
  -- the same order, so that they cannot deadlock.
  elsif (old.board_id, old.status, old.category, coalesce(old.board_category_id, 0))
      < (new.board_id, new.status, new.category, coalesce(new.board_category_id, 0)) then
    perform take_from_feedback_counter(old);
    perform add_to_feedback_counter(new);
  else
    perform add_to_feedback_counter(new);
    perform take_from_feedback_counter(old);
  end if;
  return null;
end
$$;
drop trigger count_feedback_moved on feedback_item;
create trigger count_feedback_moved
  after update of board_id, status, category, board_category_id, state on feedback_item
  for each row when ((old.board_id, old.status, old.category, old.board_category_id, old.state)
    is distinct from (new.board_id, new.status, new.category, new.board_category_id, new.state))
  execute function count_feedback();

-- Removed votes and comments are counted once for each statement, because a merge removes thousands
-- at a time.
create or replace function count_removed_vote() returns trigger language plpgsql as $$
begin
  update feedback_item f set votes = f.votes - removed_votes.total
    from (select company_id, feedback_id, count(*) as total from removed group by 1, 2) removed_votes
    where f.company_id = removed_votes.company_id and f.id = removed_votes.feedback_id;
  return null;
end
$$;
create or replace function count_removed_comment() returns trigger language plpgsql as $$
begin
  update feedback_item f set
    comments_count = f.comments_count - removed_comments.public,
    hidden_comments_count = f.hidden_comments_count - removed_comments.hidden
    from (
      select company_id, feedback_id, count(*) filter (where visibility = 'public') as public,
        count(*) filter (where visibility <> 'public') as hidden
      from removed group by 1, 2
    ) removed_comments
    where f.company_id = removed_comments.company_id and f.id = removed_comments.feedback_id;
  return null;
end
$$;
drop trigger count_removed_vote on user_vote;
create trigger count_removed_vote after delete on user_vote
  referencing old table as removed for each statement execute function count_removed_vote();
drop trigger count_removed_comment on comment;
create trigger count_removed_comment after delete on comment
  referencing old table as removed for each statement execute function count_removed_comment();

-- The search index contains open items.
create or replace function index_feedback() returns trigger language plpgsql as $$
begin
  if new.state = 'open' then
    insert into feedback_search
      (company_id, feedback_id, document, board_id, board_category_id, status, category)
      -- No search text can contain the separator, so no match spans title and description.
      values (new.company_id, new.id, lower(new.title || chr(31) || new.description),
        new.board_id, new.board_category_id, new.status, new.category)
      on conflict (company_id, feedback_id) do update set document = excluded.document;
  else
    delete from feedback_search where company_id = new.company_id and feedback_id = new.id;
  end if;
  return null;
end
$$;
create trigger index_feedback_state after update of state on feedback_item
  for each row when (old.state is distinct from new.state) execute function index_feedback();

-- A company that is being moved accepts none of these changes either.
drop trigger refuse_read_only on feedback_item;
create trigger refuse_read_only before insert or delete
  or update of board_id, board_category_id, user_id, title, description, category, status, state,
    close_reason, close_note, merged_into_id, assignee_id
  on feedback_item for each statement execute function refuse_company_content_change();
drop trigger refuse_read_only_row on feedback_item;
create trigger refuse_read_only_row before insert or delete
  or update of board_id, board_category_id, user_id, title, description, category, status, state,
    close_reason, close_note, merged_into_id, assignee_id
  on feedback_item for each row when (coalesce(current_setting('app.company_id', true), '') = '')
  execute function refuse_row_change();
