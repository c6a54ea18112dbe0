-- Which accounts of other companies a company may see: those that wrote an item or a comment or
-- changed a status there. As a function, because PostgreSQL prepares the subqueries of a policy in
-- every statement that joins accounts, although most accounts are the company's own
-- (docs/decisions/0066-drawn-pages-in-one-round-trip.md). It reads the tables as its caller does,
-- with their policies. In PL/pgSQL, because PostgreSQL 16 and 17 plan an SQL function again in each
-- statement.
create function has_contributed(account bigint) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from public.comment c
    where c.company_id = public.current_company_id() and c.user_id = account
  ) or exists (
    select from public.feedback_item f
    where f.company_id = public.current_company_id() and f.user_id = account
  ) or exists (
    select from public.status_change s
    where s.company_id = public.current_company_id() and s.user_id = account
  );
end $$;
revoke all on function has_contributed(bigint) from public;
grant execute on function has_contributed(bigint) to hearback_app;

alter policy tenant on user_account using (
  home_company_id = (select current_company_id()) or has_contributed(id)
);
