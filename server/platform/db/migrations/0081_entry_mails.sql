-- Subscribers are told of a published entry (docs/decisions/0084-changelog-readers.md). An
-- activity about an entry has no item. Accounts get a notification, from which their mails are made.
alter table activity alter column feedback_id drop not null;
alter table activity add column entry_id bigint;
alter table activity add constraint activity_company_id_entry_id_fkey
  foreign key (company_id, entry_id) references changelog_entry (company_id, id) on delete cascade;
alter table activity add constraint activity_about
  check (num_nonnulls(feedback_id, entry_id) = 1) not valid;
create index activity_entry_told on activity (company_id, entry_id) where entry_id is not null;

alter table notification alter column feedback_id drop not null;
alter table notification add column entry_id bigint;
alter table notification add constraint notification_company_id_entry_id_fkey
  foreign key (company_id, entry_id) references changelog_entry (company_id, id) on delete cascade;
alter table notification add constraint notification_about
  check (num_nonnulls(feedback_id, entry_id) = 1) not valid;
create index notification_entry on notification (company_id, entry_id) where entry_id is not null;
alter table notification drop constraint notification_reason_check;
alter table notification add constraint notification_reason_check
  check (reason in ('author', 'voted', 'followed', 'admin', 'subscribed')) not valid;
-- entry: an immediate mail about one entry. A kind of its own, so that the previous version, which
-- possibly still runs, leaves these mails to this one.
alter table notification drop constraint notification_mail_pace_check;
alter table notification add constraint notification_mail_pace_check
  check (mail_pace in ('immediate', 'daily', 'weekly', 'entry')) not valid;

-- A mail is for an account or for a subscribed address. Each address gets one mail of an entry,
-- which is inserted at once and waits for its turn.
alter table mail_delivery alter column user_id drop not null;
alter table mail_delivery add column subscriber_id bigint;
alter table mail_delivery add column entry_id bigint;
alter table mail_delivery add constraint mail_delivery_company_id_subscriber_id_fkey
  foreign key (company_id, subscriber_id) references changelog_subscriber (company_id, id)
  on delete cascade;
alter table mail_delivery add constraint mail_delivery_company_id_entry_id_fkey
  foreign key (company_id, entry_id) references changelog_entry (company_id, id)
  on delete set null (entry_id);
alter table mail_delivery drop constraint mail_delivery_kind_check;
alter table mail_delivery add constraint mail_delivery_kind_check
  check (kind in ('immediate', 'daily', 'weekly', 'entry')) not valid;
alter table mail_delivery drop constraint mail_delivery_state_check;
alter table mail_delivery add constraint mail_delivery_state_check check
  (state in ('waiting', 'sending', 'deferred', 'sent', 'failed', 'suppressed', 'dropped')) not valid;
create index mail_delivery_subscriber on mail_delivery (company_id, subscriber_id)
  where subscriber_id is not null;
create unique index mail_delivery_entry on mail_delivery (company_id, entry_id, subscriber_id)
  where subscriber_id is not null;
create index mail_delivery_waiting on mail_delivery (company_id, next_attempt_at)
  where state = 'waiting';
