-- New posts can wait for approval, be reported, and accounts can be blocked in a company
-- (docs/decisions/0044-moderation.md).

-- Whose new items and comments wait for an admin's approval.
alter table company add column moderation text not null default 'off'
  check (moderation in ('off', 'anonymous', 'newcomers', 'all'));

-- The queue of waiting comments, oldest first. Waiting items have `feedback_item_other_date`.
create index comment_pending on comment (company_id, created_at, id) where visibility = 'pending';

-- A report of an item or of a comment. Each account reports each of them once.
create table report (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  feedback_id bigint,
  comment_id bigint,
  user_id bigint not null references user_account (id) on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'personal_data', 'other')),
  note text check (char_length(note) <= 500),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check (num_nonnulls(feedback_id, comment_id) = 1),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade,
  foreign key (company_id, comment_id) references comment (company_id, id) on delete cascade
);
create unique index report_item on report (company_id, feedback_id, user_id)
  where feedback_id is not null;
create unique index report_comment on report (company_id, comment_id, user_id)
  where comment_id is not null;
create index report_user on report (user_id);

-- Accounts that may not vote, follow, write or report in a company.
create table blocked_account (
  company_id bigint not null references company (id) on delete cascade,
  user_id bigint not null references user_account (id) on delete cascade,
  -- The admin who blocked the account; null after the admin's account was deleted.
  blocked_by_id bigint references user_account (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, user_id)
);
create index blocked_account_date on blocked_account (company_id, created_at desc, user_id desc);
create index blocked_account_user on blocked_account (user_id);
create index blocked_account_by on blocked_account (blocked_by_id) where blocked_by_id is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['report', 'blocked_account'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
    -- A company that is being moved accepts no changes of these either.
    execute format(
      'create trigger refuse_read_only before insert or update or delete on %I for each statement execute function refuse_company_content_change()',
      tenant_table
    );
  end loop;
end
$$;
