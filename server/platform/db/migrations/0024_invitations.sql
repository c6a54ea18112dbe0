-- Company admins see and invite members (docs/decisions/0041-invitations.md).

-- An open invitation to a company.
create table invitation (
  company_id bigint not null references company (id) on delete cascade,
  id bigint generated always as identity,
  -- The address for which the invitation is valid.
  username text not null,
  role text not null check (role in ('company_admin', 'user')),
  -- Null after the account was deleted.
  inviter_id bigint references user_account (id) on delete set null,
  -- The hash of the token in the last mail. Whoever has this token reads the address's mails.
  mail_token_hash bytea check (octet_length(mail_token_hash) = 32),
  -- The hash of the token in the last copied link.
  link_token_hash bytea check (octet_length(link_token_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (company_id, id)
);
create unique index invitation_username on invitation (company_id, lower(username collate "C"));
create unique index invitation_mail_token on invitation (company_id, mail_token_hash);
create unique index invitation_link_token on invitation (company_id, link_token_hash);
create index invitation_inviter on invitation (inviter_id);
create index invitation_expires on invitation (expires_at);

alter table invitation enable row level security;
alter table invitation force row level security;
create policy tenant on invitation to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on invitation to hearback_system using (true) with check (true);
grant select, insert, update, delete on invitation to hearback_app, hearback_system;

-- A company that is being moved accepts no changes of these either.
create trigger refuse_read_only before insert or update or delete on invitation
  for each statement execute function refuse_company_content_change();

-- The list of a company's accounts: admins first.
create index user_account_members on user_account (home_company_id, role, id);

-- Entries about invitations name an address that may have no account yet, so that they have no
-- `about_user_id`. When an account with the address is deleted, the address is removed from them.
create index audit_entry_invited on audit_entry (lower(subject collate "C"))
  where action in ('invitation.create', 'invitation.delete');
create or replace function remove_name_from_audit_logs() returns trigger
  language plpgsql security definer
  set search_path = pg_catalog, public
  as $$
declare
  pseudonym text := 'Deleted user #' || old.id;
begin
  update public.audit_entry set actor_id = null, actor_username = pseudonym where actor_id = old.id;
  update public.site_audit_entry set actor_id = null, actor_username = pseudonym where actor_id = old.id;
  -- An entry with an author is about what the author wrote, which is its subject.
  update public.audit_entry
    set about_user_id = null, subject = case when details ? 'author' then subject else pseudonym end,
      details = public.audit_details_without_name(details, pseudonym)
    where about_user_id = old.id;
  update public.site_audit_entry
    set about_user_id = null, subject = case when details ? 'author' then subject else pseudonym end,
      details = public.audit_details_without_name(details, pseudonym)
    where about_user_id = old.id;
  update public.audit_entry set subject = pseudonym
    where action in ('invitation.create', 'invitation.delete')
      and lower(subject collate "C") = lower(old.username collate "C");
  return old;
end
$$;
