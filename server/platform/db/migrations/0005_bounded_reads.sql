-- What a request reads must not grow with what there is (docs/decisions/0012-bounded-reads.md).

-- A few of what a search finds, enough to tell a narrow search from a broad one. The bound stands in the text, since one that is a
-- parameter would have PostgreSQL prefer a scan. Like search_feedback it searches for the tenant of the transaction and for no other.
create function search_feedback_sample(pattern text) returns setof bigint
  language sql stable security definer rows 100
  set search_path = pg_catalog, public
  begin atomic
    select feedback_id from public.feedback_search
      where company_id = public.current_company_id() and document ilike pattern limit 2001;
  end;
revoke all on function search_feedback_sample(text) from public;
grant execute on function search_feedback_sample(text) to hearback_app;

-- The last super admin stays one: whoever changes an account looks for the others.
create index user_account_super_admins on user_account (id) where role = 'super_admin' and is_active;

-- A plan that is kept is made for a company of average size, and goes through all items of a large one to sort them. Told that companies and
-- boards are large, PostgreSQL walks along the list's order instead, which is right for small ones as well.
alter table feedback_item alter column company_id set (n_distinct = 2), alter column board_id set (n_distinct = 10);
analyze feedback_item;
