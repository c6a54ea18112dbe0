-- The author of an answered comment and mentioned teammates are notified as such.
alter table notification drop constraint notification_reason_check;
alter table notification add constraint notification_reason_check check (
  reason in ('author', 'voted', 'followed', 'admin', 'subscribed', 'answered', 'mentioned')
) not valid;
