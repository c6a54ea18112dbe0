-- The organisations for which a company's customers work, as the company's application names them in
-- its tokens (docs/decisions/0096-signed-tokens.md).
create table organisation (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  -- The id in the application.
  external_key text not null check (char_length(external_key) between 1 and 200),
  name text check (char_length(name) <= 200),
  plan text check (char_length(plan) <= 100),
  -- In the currency of the application.
  monthly_spend numeric(14, 2) check (monthly_spend >= 0),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  unique (company_id, external_key)
);

-- Each customer has one organisation.
create table organisation_member (
  company_id bigint not null,
  user_id bigint not null references user_account (id) on delete cascade,
  organisation_id bigint not null,
  primary key (company_id, user_id),
  foreign key (company_id, organisation_id) references organisation (company_id, id)
    on delete cascade
);
create index organisation_member_organisation on organisation_member (company_id, organisation_id);
create index organisation_member_user on organisation_member (user_id);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['organisation', 'organisation_member'] loop
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
