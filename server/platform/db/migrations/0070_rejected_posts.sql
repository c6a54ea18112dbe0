-- Authors see that a post of theirs was not published, and why
-- (docs/decisions/0044-moderation.md). Kept for 90 days, as notifications are.
create table rejected_post (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null references user_account (id) on delete cascade,
  -- The ids of the rejected item or comment, which no longer exist. For a comment, also the id of its
  -- item, which can be deleted later.
  item_number bigint not null,
  -- Null for an item.
  comment_number bigint,
  title text not null,
  -- The beginning of the description or comment.
  excerpt text not null,
  reason text check (char_length(reason) <= 500),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index rejected_post_author on rejected_post (company_id, user_id, id desc);
create index rejected_post_user on rejected_post (user_id);
create index rejected_post_date on rejected_post (created_at);

alter table rejected_post enable row level security;
alter table rejected_post force row level security;
create policy tenant on rejected_post to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on rejected_post to hearback_system using (true) with check (true);
grant select, insert, update, delete on rejected_post to hearback_app, hearback_system;
-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on rejected_post
  for each statement execute function refuse_company_content_change();
