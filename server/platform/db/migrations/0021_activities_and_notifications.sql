-- Activities are recorded once, and notifications are made from them
-- (docs/decisions/0034-activities.md, docs/decisions/0035-notifications.md).

-- What happened to an item, where somebody is notified of it. The kinds are those of
-- server/platform/activity/activity.ts; they have no check, so that a later version can add some
-- while this one still runs.
create table activity (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  feedback_id bigint not null,
  kind text not null,
  -- Null if an anonymous visitor did it, or the account was deleted.
  actor_id bigint references user_account (id) on delete set null,
  -- What the activity's kind needs, for example the status and the note.
  data jsonb not null default '{}',
  -- Start of links to the portal in mails: scheme, host and port.
  origin text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index activity_feedback on activity (company_id, feedback_id, id);
create index activity_actor on activity (actor_id);
create index activity_created on activity (created_at);

-- Work that a consumer of activities still has to do. It is done in slices, and deleted at its end.
create table activity_task (
  company_id bigint not null references company (id) on delete cascade,
  activity_id bigint not null,
  consumer text not null,
  -- Where the next slice begins; null before the first one.
  progress jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, activity_id, consumer),
  foreign key (company_id, activity_id) references activity (company_id, id) on delete cascade
);
create index activity_task_created on activity_task (created_at);

-- Runs as the owner, because hearback_app may not add jobs of its own choice to the queue.
create function enqueue_activity_task() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
begin
  perform graphile_worker.add_job(
    identifier => 'runActivityTask',
    payload => json_build_object(
      'companyId', new.company_id, 'activityId', new.activity_id, 'consumer', new.consumer
    ),
    max_attempts => 5
  );
  return null;
end
$$;
revoke all on function enqueue_activity_task() from public;
create trigger enqueue_activity_task after insert on activity_task
  for each row execute function enqueue_activity_task();

-- The activity of a change of status. Null for changes from before this migration.
alter table status_change add column activity_id bigint;
alter table status_change add foreign key (company_id, activity_id)
  references activity (company_id, id) on delete set null (activity_id);
-- Whether the admin chose that nobody is notified.
alter table status_change add column is_silent boolean not null default false;
create index status_change_activity on status_change (company_id, activity_id)
  where activity_id is not null;

-- The level at which an account follows an item. Authors without a row follow at the level 'all',
-- voters without a row at the level 'status' (docs/product-decisions.md "Following and notifications").
create table follow (
  company_id bigint not null references company (id) on delete cascade,
  feedback_id bigint not null,
  user_id bigint not null references user_account (id) on delete cascade,
  level text not null check (level in ('all', 'status', 'off')),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, feedback_id, user_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index follow_by_user on follow (company_id, user_id, feedback_id);
create index follow_user on follow (user_id);

-- The mails of one address that a company's notifications became.
create table mail_delivery (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null references user_account (id) on delete cascade,
  -- immediate: the mail about one item; daily, weekly: a digest.
  kind text not null check (kind in ('immediate', 'daily', 'weekly')),
  -- The item of an immediate mail; null for a digest, or after the item was deleted.
  feedback_id bigint,
  -- sending: claimed by a process until next_attempt_at. deferred: to be tried again then.
  state text not null check (state in ('sending', 'deferred', 'sent', 'failed', 'suppressed', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The last answer of the mail server.
  response text,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id)
    on delete set null (feedback_id)
);
create index mail_delivery_user on mail_delivery (user_id);
create index mail_delivery_feedback on mail_delivery (company_id, feedback_id);
create index mail_delivery_date on mail_delivery (company_id, created_at desc, id desc);
create index mail_delivery_all on mail_delivery (created_at desc, id desc);
create index mail_delivery_next on mail_delivery (company_id, next_attempt_at)
  where state in ('sending', 'deferred');

-- What one account is told of one activity.
create table notification (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null references user_account (id) on delete cascade,
  activity_id bigint not null,
  feedback_id bigint not null,
  -- Why the account is told.
  reason text not null check (reason in ('author', 'voted', 'followed', 'admin')),
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- off: no mail is wanted. due: mailed at mail_due_at, or gathered by an earlier mail. mailed: in
  -- the delivery, which has the outcome. dropped: the account may no longer see the item.
  mail text not null check (mail in ('off', 'suppressed', 'due', 'mailed', 'dropped')),
  -- The pace of the mail; null with mail 'off'.
  mail_pace text check (mail_pace in ('immediate', 'daily', 'weekly')),
  mail_due_at timestamptz(3),
  delivery_id bigint,
  primary key (company_id, id),
  unique (company_id, activity_id, user_id),
  foreign key (company_id, activity_id) references activity (company_id, id) on delete cascade,
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade,
  foreign key (company_id, delivery_id) references mail_delivery (company_id, id)
    on delete set null (delivery_id)
);
create index notification_list on notification (company_id, user_id, id desc);
create index notification_unread on notification (company_id, user_id) where read_at is null;
create index notification_due on notification (company_id, mail_due_at) where mail = 'due';
create index notification_due_user on notification (company_id, user_id) where mail = 'due';
create index notification_delivery on notification (company_id, delivery_id)
  where delivery_id is not null;
create index notification_feedback on notification (company_id, feedback_id);
create index notification_user on notification (user_id);
create index notification_created on notification (created_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'activity', 'activity_task', 'follow', 'mail_delivery', 'notification'
  ] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I to hearback_app using (company_id = (select current_company_id())) with check (company_id = (select current_company_id()))',
      tenant_table
    );
    execute format('create policy system on %I to hearback_system using (true) with check (true)', tenant_table);
    execute format('grant select, insert, update, delete on %I to hearback_app, hearback_system', tenant_table);
  end loop;
end
$$;

-- The pace of mails, and where the account's day begins. `new_feedback_pace` concerns admins: new
-- items and comments of their company.
alter table user_account add column email_pace text not null default 'immediate'
  check (email_pace in ('immediate', 'daily', 'weekly', 'off'));
alter table user_account add column new_feedback_pace text not null default 'daily'
  check (new_feedback_pace in ('immediate', 'daily', 'off'));
alter table user_account add column time_zone text not null default 'UTC';
-- In the links of mails by which their reader unsubscribes without a session. Made with the first
-- mail, valid as long as the account exists.
alter table user_account add column unsubscribe_token uuid;
create unique index user_account_unsubscribe_token on user_account (unsubscribe_token);

-- Addresses that get no mails, because a mail server refused one for good or a mail bounced.
-- The address is in lower case. With the collation of lower(username collate "C"), so that it is
-- looked up by the index.
create table mail_suppression (
  address text collate "C" primary key,
  reason text not null check (reason in ('refused', 'bounced')),
  -- The mail server's answer.
  detail text not null,
  created_at timestamptz(3) not null default now()
);
grant select, insert, update, delete on mail_suppression to hearback_system;

-- When a notification is mailed: after `gathering`, or at the next eight o'clock in the time zone,
-- on a Monday for the weekly pace. An unknown time zone counts as UTC, so that one account cannot
-- stop the mails of others. Null for the pace 'off'.
create function mail_due_at(pace text, zone text, gathering interval, since timestamptz)
  returns timestamptz
  language plpgsql stable
  as $$
declare
  local timestamp;
  due timestamp;
begin
  if pace = 'off' then return null; end if;
  if pace = 'immediate' then return since + gathering; end if;
  begin
    local := since at time zone zone;
  exception when invalid_parameter_value then
    return mail_due_at(pace, 'UTC', gathering, since);
  end;
  due := date_trunc(case pace when 'weekly' then 'week' else 'day' end, local) + interval '8 hours';
  if due <= local then
    due := due + case pace when 'weekly' then interval '7 days' else interval '1 day' end;
  end if;
  return due at time zone zone;
end
$$;
revoke all on function mail_due_at(text, text, interval, timestamptz) from public;
grant execute on function mail_due_at(text, text, interval, timestamptz)
  to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on follow
  for each statement execute function refuse_company_content_change();
