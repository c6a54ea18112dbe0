-- A hand-off to another host belongs to the session that asked for it, and ends with it however that ends (docs/decisions/0006-account-security.md).
-- Those under way are given up: they live for a minute, and say not whose they are.
delete from handoff;
alter table handoff
  drop column user_id,
  add column session_id bigint not null references session (id) on delete cascade;
create index handoff_session on handoff (session_id);
