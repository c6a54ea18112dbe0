-- Accounts can be deleted (docs/decisions/0031-deleted-accounts.md).

-- An item of a deleted account has no author, like one of an anonymous visitor: this column tells
-- them apart.
alter table feedback_item add column is_author_deleted boolean not null default false;
create function mark_deleted_author() returns trigger language plpgsql as $$
begin
  new.is_author_deleted := true;
  return new;
end
$$;
create trigger mark_deleted_author before update of user_id on feedback_item
  for each row when (old.user_id is not null and new.user_id is null) execute function mark_deleted_author();

-- The account that `subject` names, or that `details.author` names.
alter table audit_entry add column about_user_id bigint references user_account (id) on delete set null;
alter table site_audit_entry add column about_user_id bigint references user_account (id) on delete set null;
create index audit_entry_about on audit_entry (about_user_id) where about_user_id is not null;
create index site_audit_entry_about on site_audit_entry (about_user_id) where about_user_id is not null;

-- Entries of accounts whose address has not changed since. Forced row-level security concerns the
-- owner as well.
alter table user_account no force row level security;
alter table audit_entry no force row level security;
update site_audit_entry e set about_user_id = u.id from user_account u
  where starts_with(e.action, 'user.') and lower(u.username collate "C") = lower(e.subject collate "C");
update audit_entry e set about_user_id = u.id from user_account u
  where e.action = 'comment.delete' and lower(u.username collate "C") = lower((e.details ->> 'author') collate "C");
alter table audit_entry force row level security;
alter table user_account force row level security;

-- No role may change an entry of the audit logs. When an account is deleted, this trigger, which runs
-- as the owner, replaces its name in them and nothing else.
create function audit_details_without_name(details jsonb, pseudonym text) returns jsonb
  language sql immutable
  begin atomic
    select coalesce(jsonb_object_agg(
      key, case when key in ('username', 'fullName', 'author') then to_jsonb(pseudonym) else value end
    ), '{}')
    from jsonb_each(details) entry (key, value);
  end;
create function remove_name_from_audit_logs() returns trigger
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
  return old;
end
$$;
revoke all on function audit_details_without_name(jsonb, text), remove_name_from_audit_logs() from public;
create trigger remove_name_from_audit_logs before delete on user_account
  for each row execute function remove_name_from_audit_logs();
