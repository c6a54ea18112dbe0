-- The schema of SPEC section 3. Three rules hold everywhere (DESIGN "Data"):
-- a table with company_id has it first in its primary, unique and foreign keys, and row-level security enabled and forced;
-- hearback_app, the role of every request of a tenant, sees only the company named in app.company_id;
-- hearback_system, for what has no tenant yet (hosts, sessions, sign-up) and for the provider's console, is named in policies of its own.
-- Neither role owns anything or can bypass row-level security.

create extension if not exists pg_trgm;

do $$
declare
  needed text;
begin
  foreach needed in array array['hearback_app', 'hearback_system'] loop
    begin
      execute format('create role %I nologin', needed);
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster has made it
    end;
    if not (select rolsuper from pg_roles where rolname = current_user) then
      execute format('grant %I to %I', needed, current_user);
    end if;
  end loop;
end
$$;

grant usage on schema public to hearback_app, hearback_system;

create function current_company_id() returns bigint
  language sql stable parallel safe
  -- A used connection holds '' instead of nothing, and '' is no number.
  return nullif(current_setting('app.company_id', true), '')::bigint;

-- ───────────────────────────────────────────────────────────── the installation

create table site_settings (
  id smallint primary key default 1 check (id = 1),
  site_name text not null default 'Customer Feedback Portal' check (char_length(site_name) between 1 and 120),
  allow_public_registration boolean not null default false,
  allow_public_feedback boolean not null default false,
  max_upload_size integer not null default 5 check (max_upload_size between 1 and 50),
  logo_url text,
  deployment_count integer not null default 0 check (deployment_count >= 0),
  branding_settings jsonb not null default '{}' check (jsonb_typeof(branding_settings) = 'object'),
  created_at timestamptz(3) not null default now()
);

create table landing_page (
  id smallint primary key default 1 check (id = 1),
  title text not null,
  subtitle text not null,
  hero_text text not null,
  feature_title1 text not null,
  feature_title2 text not null,
  feature_title3 text not null,
  feature_description1 text not null,
  feature_description2 text not null,
  feature_description3 text not null,
  cta_text text not null
);

create table faq (
  id bigint generated always as identity primary key,
  question text not null,
  answer text not null,
  order_index integer not null default 0
);

create table announcement (
  id bigint generated always as identity primary key,
  title text not null,
  content text not null,
  order_index integer not null default 0
);

-- ───────────────────────────────────────────────────────────── companies and accounts

create table company (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 2 and 120),
  description text,
  website text,
  stripe_customer_id text,
  subscription_status text not null default 'trialing'
    check (subscription_status in ('active', 'past_due', 'canceled', 'trialing')),
  subscription_plan text not null default 'free'
    check (subscription_plan in ('free', 'starter', 'professional', 'enterprise')),
  branding_settings jsonb not null default '{}' check (jsonb_typeof(branding_settings) = 'object'),
  subdomain text unique check (subdomain ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and char_length(subdomain) between 3 and 63),
  custom_domain text check (custom_domain = lower(custom_domain)),
  custom_domain_verified_at timestamptz(3),
  allow_customer_sign_up boolean not null default true,
  created_at timestamptz(3) not null default now()
);

-- An unverified claim blocks nobody; a verified domain belongs to one company.
create unique index company_verified_domain on company (custom_domain) where custom_domain_verified_at is not null;
create index company_name on company (lower(name));

-- The subdomain of a deleted company stays taken: old links must not lead to a stranger.
create table retired_subdomain (
  subdomain text primary key,
  retired_at timestamptz(3) not null default now()
);

create function retire_subdomain() returns trigger language plpgsql as $$
begin
  if old.subdomain is not null then
    insert into retired_subdomain (subdomain) values (old.subdomain) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger retire_subdomain after delete on company for each row execute function retire_subdomain();

-- An account belongs to the installation, since it may vote and comment in any portal; home_company_id is the
-- specification's companyId.
create table user_account (
  id bigint generated always as identity primary key,
  username text not null check (char_length(username) between 3 and 254),
  password_hash text not null,
  full_name text check (char_length(full_name) between 2 and 120),
  role text not null default 'user' check (role in ('user', 'company_admin', 'super_admin')),
  home_company_id bigint references company (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);
create unique index user_account_username on user_account (lower(username));
create index user_account_home_company on user_account (home_company_id);

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references user_account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_by_user on session (user_id);
create index session_expires on session (expires_at);

-- Counts attempts by key within a window; shared by all processes.
create table throttle (
  key text primary key,
  hits integer not null,
  window_started_at timestamptz(3) not null default now()
);
create index throttle_window on throttle (window_started_at);

create table company_logo (
  company_id bigint primary key references company (id) on delete cascade,
  -- Part of the address: unguessable, and new with each upload, so that the address can be cached for ever.
  file_id uuid not null default gen_random_uuid(),
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  content bytea not null,
  created_at timestamptz(3) not null default now()
);

-- ───────────────────────────────────────────────────────────── boards

create table board (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 80),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  description text,
  order_index integer not null default 0,
  is_private boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  unique (company_id, slug)
);

create table board_category (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create unique index board_category_name on board_category (company_id, lower(name));

-- ───────────────────────────────────────────────────────────── feedback

create table feedback_item (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  board_id bigint not null,
  board_category_id bigint,
  user_id bigint references user_account (id) on delete set null,
  title text not null check (char_length(title) between 1 and 200),
  description text not null check (char_length(description) between 1 and 10000),
  category text not null default 'feature' check (category in ('feature', 'bug', 'improvement', 'documentation')),
  status text not null default 'new'
    check (status in ('new', 'evaluating', 'planned', 'under_development', 'complete')),
  votes integer not null default 0 check (votes >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, board_id) references board (company_id, id) on delete cascade,
  foreign key (company_id, board_category_id) references board_category (company_id, id)
    on delete set null (board_category_id)
) with (fillfactor = 80);
create index feedback_item_votes on feedback_item (company_id, votes desc, id desc);
create index feedback_item_date on feedback_item (company_id, created_at desc, id desc);
create index feedback_item_board_votes on feedback_item (company_id, board_id, votes desc, id desc);
create index feedback_item_board_date on feedback_item (company_id, board_id, created_at desc, id desc);
create index feedback_item_status_votes on feedback_item (company_id, status, votes desc, id desc);
create index feedback_item_status_date on feedback_item (company_id, status, created_at desc, id desc);
create index feedback_item_category on feedback_item (company_id, board_category_id) where board_category_id is not null;
create index feedback_item_author on feedback_item (company_id, user_id);
create index feedback_item_user on feedback_item (user_id);

create table user_vote (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  feedback_id bigint not null,
  user_id bigint not null references user_account (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  -- Once per item per user (SPEC section 4).
  primary key (company_id, feedback_id, user_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index user_vote_user on user_vote (user_id);

create table comment (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  feedback_id bigint not null,
  user_id bigint references user_account (id) on delete set null,
  content text not null check (char_length(content) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index comment_feedback on comment (company_id, feedback_id, id);
create index comment_author on comment (company_id, user_id);
create index comment_user on comment (user_id);

create table status_change (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  feedback_id bigint not null,
  user_id bigint references user_account (id) on delete set null,
  from_status text not null check (from_status in ('new', 'evaluating', 'planned', 'under_development', 'complete')),
  to_status text not null check (to_status in ('new', 'evaluating', 'planned', 'under_development', 'complete')),
  note text check (char_length(note) <= 1000),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index status_change_feedback on status_change (company_id, feedback_id, id);
create index status_change_author on status_change (company_id, user_id);
create index status_change_user on status_change (user_id);

-- How many items there are of each kind, so that no list counts its rows. board_category_id 0 stands for none.
create table feedback_counter (
  company_id bigint not null references company (id) on delete cascade,
  board_id bigint not null,
  status text not null,
  category text not null,
  board_category_id bigint not null,
  items integer not null default 0,
  primary key (company_id, board_id, status, category, board_category_id),
  foreign key (company_id, board_id) references board (company_id, id) on delete cascade
);

create function add_to_feedback_counter(item feedback_item) returns void language sql
begin atomic
  insert into feedback_counter as counter (company_id, board_id, status, category, board_category_id, items)
    values (item.company_id, item.board_id, item.status, item.category, coalesce(item.board_category_id, 0), 1)
    on conflict (company_id, board_id, status, category, board_category_id)
    do update set items = counter.items + 1;
end;

-- An item that goes takes one off its counter, which may have gone before it with the whole board.
create function take_from_feedback_counter(item feedback_item) returns void language sql
begin atomic
  update feedback_counter set items = items - 1
    where company_id = item.company_id and board_id = item.board_id and status = item.status
      and category = item.category and board_category_id = coalesce(item.board_category_id, 0);
end;

create function count_feedback() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_feedback_counter(new);
  elsif tg_op = 'DELETE' then
    perform take_from_feedback_counter(old);
  -- Two items that change places lock the same two counters: always in the same order, so that neither waits for the other.
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
create trigger count_feedback after insert or delete on feedback_item
  for each row execute function count_feedback();
create trigger count_feedback_moved after update of board_id, status, category, board_category_id on feedback_item
  for each row when ((old.board_id, old.status, old.category, old.board_category_id)
    is distinct from (new.board_id, new.status, new.category, new.board_category_id))
  execute function count_feedback();

-- castVote and addComment count what they add. What goes may go by cascade as well, so it is counted here.
create function count_removed_vote() returns trigger language plpgsql as $$
begin
  update feedback_item set votes = votes - 1 where company_id = old.company_id and id = old.feedback_id;
  return null;
end
$$;
create trigger count_removed_vote after delete on user_vote for each row execute function count_removed_vote();

create function count_removed_comment() returns trigger language plpgsql as $$
begin
  update feedback_item set comments_count = comments_count - 1
    where company_id = old.company_id and id = old.feedback_id;
  return null;
end
$$;
create trigger count_removed_comment after delete on comment for each row execute function count_removed_comment();

-- ───────────────────────────────────────────────────────────── search

-- A table of its own: a trigram index beside the vote counter would make every vote several times dearer.
create table feedback_search (
  company_id bigint not null,
  feedback_id bigint not null,
  document text not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
) partition by hash (company_id);

do $$
begin
  for part in 0..31 loop
    execute format('create table feedback_search_%s partition of feedback_search for values with (modulus 32, remainder %s)', part, part);
  end loop;
end
$$;
create index feedback_search_document on feedback_search using gin (document gin_trgm_ops);

create function index_feedback() returns trigger language plpgsql as $$
begin
  insert into feedback_search (company_id, feedback_id, document)
    -- Between the two stands what no search may contain, so that no match begins in one and ends in the other.
    values (new.company_id, new.id, new.title || chr(31) || new.description)
    on conflict (company_id, feedback_id) do update set document = excluded.document;
  return null;
end
$$;
create trigger index_feedback after insert on feedback_item for each row execute function index_feedback();
create trigger index_feedback_changed after update of title, description on feedback_item
  for each row when ((old.title, old.description) is distinct from (new.title, new.description))
  execute function index_feedback();

-- Under row-level security only leakproof operators reach an index, and ilike is none: the owner, who has a policy of
-- his own on this table, searches for the tenant of the transaction and for no other.
create function search_feedback(pattern text) returns setof bigint
  language sql stable security definer rows 100
  set search_path = pg_catalog, public
  begin atomic
    select feedback_id from public.feedback_search
      where company_id = public.current_company_id() and document ilike pattern;
  end;
revoke all on function search_feedback(text) from public;
grant execute on function search_feedback(text) to hearback_app;

-- ───────────────────────────────────────────────────────────── row-level security

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'company_logo', 'board', 'board_category', 'feedback_item', 'user_vote', 'comment', 'status_change',
    'feedback_counter', 'feedback_search'
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
  for part in 0..31 loop
    execute format('alter table feedback_search_%s enable row level security', part);
    execute format('alter table feedback_search_%s force row level security', part);
  end loop;
end
$$;
create policy search on feedback_search for select to current_user using (true);

alter table company enable row level security;
alter table company force row level security;
create policy tenant on company to hearback_app using (id = (select current_company_id()));
create policy system on company to hearback_system using (true) with check (true);
grant select, update on company to hearback_app;
grant select, insert, update, delete on company to hearback_system;

-- In a tenant only its own accounts are seen, and those of others who have left something on its boards.
alter table user_account enable row level security;
alter table user_account force row level security;
create policy tenant on user_account for select to hearback_app using (
  home_company_id = (select current_company_id())
  or exists (select from comment c where c.company_id = (select current_company_id()) and c.user_id = user_account.id)
  or exists (select from feedback_item f where f.company_id = (select current_company_id()) and f.user_id = user_account.id)
  or exists (select from status_change s where s.company_id = (select current_company_id()) and s.user_id = user_account.id)
);
create policy system on user_account to hearback_system using (true) with check (true);
grant select (id, username, full_name, home_company_id) on user_account to hearback_app;
grant select, insert, update, delete on user_account to hearback_system;

insert into site_settings default values;

grant select, insert, update, delete on site_settings, landing_page, faq, announcement, session, throttle, retired_subdomain
  to hearback_system;
