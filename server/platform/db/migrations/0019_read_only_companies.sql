-- Since when a company accepts no changes, because it is being moved to another installation
-- (docs/SCALING.md "Several installations behind one proxy (tried)").
alter table company add column read_only_since timestamptz(3);

-- Refuses a change of a company that is read-only. The shared lock is held until the transaction
-- ends. Whoever makes a company read-only takes the exclusive lock, so that afterwards no earlier
-- transaction can still commit a change. A company that is being deleted is not protected.
create function refuse_change_of_read_only(changed bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(721530042, (changed % 2147483647)::integer);
  if exists (select from company where id = changed and read_only_since is not null and closed_at is null) then
    raise exception 'company % is read-only', changed using errcode = 'read_only_sql_transaction';
  end if;
end $$;

create function refuse_company_content_change() returns trigger language plpgsql as $$
begin
  perform refuse_change_of_read_only(current_company_id());
  return null;
end $$;
create trigger refuse_read_only before insert or update or delete on board
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on board_category
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on feedback_item
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on user_vote
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on comment
  for each statement execute function refuse_company_content_change();
create trigger refuse_read_only before insert or update or delete on company_logo
  for each statement execute function refuse_company_content_change();

-- A transaction of the installation names no company. Deleting an account, for example, changes rows
-- of all companies. Then each row is checked. The condition is evaluated before the function is
-- called, so that the changes of a company cost no more.
create function refuse_row_change() returns trigger language plpgsql as $$
begin
  perform refuse_change_of_read_only(coalesce(new.company_id, old.company_id));
  return coalesce(new, old);
end $$;
create trigger refuse_read_only_row before insert or update or delete on feedback_item
  for each row when (current_company_id() is null) execute function refuse_row_change();
create trigger refuse_read_only_row before insert or update or delete on user_vote
  for each row when (current_company_id() is null) execute function refuse_row_change();
create trigger refuse_read_only_row before insert or update or delete on comment
  for each row when (current_company_id() is null) execute function refuse_row_change();

create function refuse_account_change() returns trigger language plpgsql as $$
begin
  perform refuse_change_of_read_only(coalesce(new.home_company_id, old.home_company_id));
  return coalesce(new, old);
end $$;
create trigger refuse_read_only before insert or update or delete on user_account
  for each row execute function refuse_account_change();

create function refuse_second_factor_change() returns trigger language plpgsql as $$
begin
  perform refuse_change_of_read_only(
    (select home_company_id from user_account where id = coalesce(new.user_id, old.user_id)));
  return coalesce(new, old);
end $$;
create trigger refuse_read_only before insert or update or delete on authenticator
  for each row execute function refuse_second_factor_change();
create trigger refuse_read_only before insert or update or delete on recovery_code
  for each row execute function refuse_second_factor_change();

create function refuse_company_change() returns trigger language plpgsql as $$
begin
  raise exception 'company % is read-only', new.id using errcode = 'read_only_sql_transaction';
end $$;
create trigger refuse_read_only before update on company for each row
  when (old.read_only_since is not null and new.read_only_since is not null and new.closed_at is null)
  execute function refuse_company_change();
