-- Endpoints of companies that get events by HTTP, and what was sent to them
-- (docs/decisions/0088-webhooks.md).
create table webhook_endpoint (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  kind text not null
    check (kind in ('webhook', 'slack', 'discord', 'teams', 'mattermost', 'google_chat')),
  name text not null check (char_length(name) between 1 and 80),
  -- What admins see of the address. The address of a chat is a secret, so only its beginning.
  url text not null check (char_length(url) between 1 and 2000),
  events text[] not null,
  -- Null for all boards.
  board_ids bigint[],
  includes_private boolean not null default false,
  state text not null default 'on' check (state in ('on', 'off')),
  off_reason text check (off_reason in ('admin', 'gone', 'failing', 'restored')),
  -- Since when no delivery was accepted; null after an accepted one.
  failing_since timestamptz(3),
  -- Start of links to the portal: scheme, host and port.
  origin text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((state = 'off') = (off_reason is not null))
);

-- A table of its own, so that backups of a company leave it out.
create table webhook_secret (
  company_id bigint not null,
  endpoint_id bigint not null,
  address text not null check (char_length(address) between 1 and 2000),
  -- The key of the signatures; null for chats, whose addresses are their secrets.
  secret bytea,
  -- The key before the last rotation, which is valid for another day.
  previous_secret bytea,
  previous_until timestamptz(3),
  primary key (company_id, endpoint_id),
  foreign key (company_id, endpoint_id) references webhook_endpoint (company_id, id)
    on delete cascade
);

create table webhook_delivery (
  company_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  -- The id that the receiver gets. It is the same for all endpoints and attempts.
  event_key text not null check (char_length(event_key) <= 64),
  type text not null check (char_length(type) <= 40),
  -- The body as it is sent.
  body text not null,
  -- waiting: next_attempt_at is when it is due. sending: it is when the lease of the process ends.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  -- The number of attempts since it was recorded or sent again.
  attempts integer not null default 0,
  -- The last attempts with their answers, oldest first.
  answers jsonb not null default '[]',
  next_attempt_at timestamptz(3) default now(),
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoint (company_id, id)
    on delete cascade,
  check ((state in ('waiting', 'sending')) = (next_attempt_at is not null))
);
create index webhook_delivery_company_due on webhook_delivery (company_id, next_attempt_at)
  where state in ('waiting', 'sending');
create index webhook_delivery_due on webhook_delivery (company_id, endpoint_id, next_attempt_at)
  where state in ('waiting', 'sending');
create index webhook_delivery_log on webhook_delivery (company_id, endpoint_id, id);
create index webhook_delivery_state on webhook_delivery (company_id, endpoint_id, state, id);
create index webhook_delivery_type on webhook_delivery (company_id, endpoint_id, type, id);
create index webhook_delivery_created on webhook_delivery (created_at);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['webhook_endpoint', 'webhook_secret', 'webhook_delivery'] loop
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

-- A company that is being moved accepts no changes of its endpoints. Deliveries go on.
create trigger refuse_read_only before insert or update or delete on webhook_endpoint
  for each statement execute function refuse_company_content_change();

-- The events that an endpoint of the company gets. Requests read them with the company, so that a
-- change stores activities for webhooks only where an endpoint gets them.
alter table company add column webhook_events text[] not null default '{}';
create function set_webhook_events() returns trigger language plpgsql as $$
begin
  update company set webhook_events = array(
      select distinct event from webhook_endpoint e, unnest(e.events) event
      where e.company_id = coalesce(new.company_id, old.company_id) and e.state = 'on'
      order by event
    )
    where id = coalesce(new.company_id, old.company_id);
  return null;
end
$$;
create trigger set_webhook_events after insert or delete or update of events, state
  on webhook_endpoint for each row execute function set_webhook_events();
