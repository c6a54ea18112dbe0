-- A transaction locks the rows of feedback_counter that it changes until it ends, and every new item
-- of a board changes the same row. So the counters are changed at the end of the transaction, after
-- the search index and everything else is written.
drop trigger count_feedback on feedback_item;
create constraint trigger count_feedback after insert or delete on feedback_item
  deferrable initially deferred for each row execute function count_feedback();
drop trigger count_feedback_moved on feedback_item;
create constraint trigger count_feedback_moved
  after update of board_id, status, category, board_category_id, state on feedback_item
  deferrable initially deferred for each row
  when ((old.board_id, old.status, old.category, old.board_category_id, old.state)
    is distinct from (new.board_id, new.status, new.category, new.board_category_id, new.state))
  execute function count_feedback();

-- The check runs once for each transaction. The lock that it takes is held until the transaction
-- ends, so the company stays writable until then. Assignments of expressions without a query are
-- several times as fast as PERFORM.
create or replace function refuse_company_content_change() returns trigger language plpgsql as $$
declare
  changed constant text := coalesce(current_setting('app.company_id', true), '');
  locked text;
begin
  if changed = '' or changed = current_setting('app.writable_company_id', true) then
    return null;
  end if;
  locked := pg_advisory_xact_lock_shared(721530042, (changed::bigint % 2147483647)::integer);
  if exists (
    select from company
    where id = changed::bigint and read_only_since is not null and closed_at is null
  ) then
    raise exception 'company % is read-only', changed using errcode = 'read_only_sql_transaction';
  end if;
  locked := set_config('app.writable_company_id', changed, true);
  return null;
end $$;
