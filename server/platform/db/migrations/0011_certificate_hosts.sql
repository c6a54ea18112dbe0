-- Hosts for which a proxy has been told that it may get a certificate: a company's subdomain, or a whole host name. Renewals are always answered.
create table certificate_host (
  name text primary key,
  asked_at timestamptz not null default now()
);
grant select, insert on certificate_host to hearback_system;
-- Existing portals have their certificates. Forced row-level security concerns the owner as well, who has to read every company here.
alter table company no force row level security;
insert into certificate_host (name)
  select subdomain from company where subdomain is not null
  union
  select custom_domain from company where custom_domain_verified_at is not null;
alter table company force row level security;
