-- Who gets a company's changelog by mail (docs/decisions/0084-changelog-readers.md): accounts,
-- and people who have confirmed an address by a mail.
create table changelog_subscriber (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint references user_account (id) on delete cascade,
  -- With the collation of lower(username collate "C"), so that both are compared by their indexes.
  address text collate "C" check (char_length(address) <= 254),
  -- pending: the address is not confirmed. unsubscribed: kept for 30 days, so that the link of a mail
  -- still works.
  state text not null check (state in ('pending', 'subscribed', 'unsubscribed')),
  -- In the links of mails to the address. An account has its own (user_account.unsubscribe_token).
  token uuid default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  -- When the state changed, or the confirming mail was last asked for.
  changed_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((user_id is null) = (address is not null)),
  check (user_id is null or state = 'subscribed')
);
create unique index changelog_subscriber_user on changelog_subscriber (company_id, user_id);
create unique index changelog_subscriber_of_address on changelog_subscriber (company_id, address);
create index changelog_subscriber_token on changelog_subscriber (token);
create index changelog_subscriber_account on changelog_subscriber (user_id);
create index changelog_subscriber_address on changelog_subscriber (address);
create index changelog_subscriber_list on changelog_subscriber (company_id, created_at desc, id desc)
  where state = 'subscribed';
create index changelog_subscriber_changed on changelog_subscriber (changed_at)
  where state <> 'subscribed';

alter table changelog_subscriber enable row level security;
alter table changelog_subscriber force row level security;
create policy tenant on changelog_subscriber to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on changelog_subscriber to hearback_system using (true) with check (true);
grant select, insert, update, delete on changelog_subscriber to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either, except that somebody
-- unsubscribes (docs/decisions/0039-unsubscribing.md).
create function refuse_subscriber_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.state = 'unsubscribed' then
    perform pg_advisory_xact_lock_shared(721530042, (new.company_id % 2147483647)::integer);
    return new;
  end if;
  perform refuse_change_of_read_only(coalesce(new.company_id, old.company_id));
  return coalesce(new, old);
end $$;
create trigger refuse_read_only before insert or update or delete on changelog_subscriber
  for each row execute function refuse_subscriber_change();
