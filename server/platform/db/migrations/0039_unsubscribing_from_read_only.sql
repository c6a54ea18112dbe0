-- While a company is read-only, its accounts can still end all their mails: mail providers do not
-- repeat the request that unsubscribes (docs/decisions/0039-unsubscribing.md). No other value of the
-- account may change. The shared lock lets `npm run unsubscribed` wait for running transactions.
create or replace function refuse_account_change() returns trigger language plpgsql as $$
declare
  paces constant text[] = array['email_pace', 'new_feedback_pace'];
begin
  if tg_op = 'UPDATE' and new.email_pace = 'off' and new.new_feedback_pace = 'off' then
    if to_jsonb(new) - paces = to_jsonb(old) - paces then
      perform pg_advisory_xact_lock_shared(721530042, (new.home_company_id % 2147483647)::integer);
      return new;
    end if;
  end if;
  perform refuse_change_of_read_only(coalesce(new.home_company_id, old.home_company_id));
  return coalesce(new, old);
end $$;
