-- Entries that companies write for their changelog (docs/decisions/0083-changelog-entries.md).

create table changelog_entry (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  title text not null check (char_length(title) between 1 and 200),
  -- A letter is required, so that a slug in an address is never taken for an id.
  slug text not null
    check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and slug ~ '[a-z]' and char_length(slug) <= 80),
  -- The body as plain text, and its Markdown source; null if the plain text is the source.
  body text not null default '' check (char_length(body) <= 50000),
  body_markdown text check (char_length(body_markdown) <= 50000),
  version text check (char_length(version) between 1 and 40),
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published')),
  -- When a scheduled entry is due, or since when a published entry is public. Null for a draft.
  publish_at timestamptz(3),
  -- How a scheduled entry is published: whom to tell, whether to complete the linked items, who
  -- has decided it, and the start of links in mails (scheme, host and port).
  tells text[] not null default '{}' check (tells <@ array['followers', 'subscribers']),
  completes_items boolean not null default false,
  published_by_id bigint references user_account (id) on delete set null,
  origin text,
  -- When the entry was published for the first time. Later publications tell nobody.
  told_at timestamptz(3),
  -- Each save counts, so that nobody overwrites what another admin has written meanwhile.
  revision integer not null default 1,
  edited_by_id bigint references user_account (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The folded title, version and body (contract/foldText.ts), for searches.
  search_text text not null default '',
  primary key (company_id, id),
  check ((state = 'draft') = (publish_at is null))
);
create unique index changelog_entry_slug on changelog_entry (company_id, slug);
create index changelog_entry_published on changelog_entry (company_id, publish_at desc, id desc)
  where state = 'published';
-- The admins' list: drafts, then scheduled entries, then published ones, newest first.
create index changelog_entry_order
  on changelog_entry (company_id, coalesce(publish_at, 'infinity') desc, id desc);
create index changelog_entry_due on changelog_entry (publish_at) where state = 'scheduled';
create index changelog_entry_editor on changelog_entry (edited_by_id);
create index changelog_entry_publisher on changelog_entry (published_by_id);

create table changelog_label (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  name text not null check (char_length(name) between 1 and 40),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create unique index changelog_label_name on changelog_label (company_id, fold_text(name));

create table changelog_entry_label (
  company_id bigint not null,
  entry_id bigint not null,
  label_id bigint not null,
  primary key (company_id, entry_id, label_id),
  foreign key (company_id, entry_id) references changelog_entry (company_id, id) on delete cascade,
  foreign key (company_id, label_id) references changelog_label (company_id, id) on delete cascade
);
create index changelog_entry_label_label on changelog_entry_label (company_id, label_id, entry_id);

-- The key is the item, because an item is in at most one entry.
create table changelog_entry_item (
  company_id bigint not null,
  feedback_id bigint not null,
  entry_id bigint not null,
  -- Its place among the items of the entry.
  position smallint not null,
  primary key (company_id, feedback_id),
  foreign key (company_id, entry_id) references changelog_entry (company_id, id) on delete cascade,
  foreign key (company_id, feedback_id) references feedback_item (company_id, id) on delete cascade
);
create index changelog_entry_item_entry on changelog_entry_item (company_id, entry_id, position);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array[
    'changelog_entry', 'changelog_label', 'changelog_entry_label', 'changelog_entry_item'
  ] loop
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

-- Each company begins with three labels. They are rows like its own, so that it can rename, recolour
-- and delete them.
create function add_changelog_labels() returns trigger language plpgsql as $$
begin
  insert into changelog_label (company_id, name, color) values
    (new.id, 'New', '#2f9e44'),
    (new.id, 'Improved', '#1c7ed6'),
    (new.id, 'Fixed', '#e8590c');
  return null;
end
$$;
create trigger add_changelog_labels after insert on company
  for each row execute function add_changelog_labels();

set local role hearback_system;
insert into changelog_label (company_id, name, color)
  select id, label.name, label.color from company cross join (values
    (1, 'New', '#2f9e44'), (2, 'Improved', '#1c7ed6'), (3, 'Fixed', '#e8590c')
  ) as label (place, name, color)
  where company.read_only_since is null
  order by id, place;
reset role;

-- The activities of an entry's publication, one for each linked item, so that a follower of several
-- of them is notified once.
create index activity_entry on activity (company_id, ((data ->> 'entryId')::bigint), id)
  where kind = 'changelog_published';

-- In which time zone a company's admins schedule entries. At first it is that of the first admin.
alter table company add column time_zone text not null default 'UTC';
set local role hearback_system;
update company c set time_zone = first_admin.time_zone
  from (
    select distinct on (home_company_id) home_company_id, time_zone from user_account
    where role = 'company_admin' order by home_company_id, id
  ) first_admin
  where first_admin.home_company_id = c.id and c.read_only_since is null;
reset role;
