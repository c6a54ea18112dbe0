-- Lists by assignee, of unanswered items and of several statuses (docs/decisions/0045-triage.md).

-- The team's comments set `is_answered` since the column exists. The role reads all companies, so
-- row-level security need not be turned off.
set local role hearback_system;
update feedback_item f set is_answered = true
  where not is_answered and (
    exists (select from status_change c where c.company_id = f.company_id and c.feedback_id = f.id)
    or exists (
      select from comment m join user_account u on u.id = m.user_id
      where m.company_id = f.company_id and m.feedback_id = f.id and (
        u.role = 'super_admin' or u.role = 'company_admin' and u.home_company_id = f.company_id
      )
    )
  );
reset role;

-- Whether the item was answered before the change, so that the change can be taken back.
alter table status_change add column was_answered boolean not null default true;

-- Only items without an answer, and items with an assignee, have entries in these indexes.
create index feedback_item_unanswered_votes on feedback_item (company_id, votes desc, id desc)
  where state = 'open' and not is_answered;
create index feedback_item_unanswered_date on feedback_item (company_id, created_at desc, id desc)
  where state = 'open' and not is_answered;
create index feedback_item_assignee_votes
  on feedback_item (company_id, assignee_id, votes desc, id desc)
  where state = 'open' and assignee_id is not null;
create index feedback_item_assignee_date
  on feedback_item (company_id, assignee_id, created_at desc, id desc)
  where state = 'open' and assignee_id is not null;

-- `of_status` is one status, or several separated by commas. The changed function keeps its name and
-- parameters, because the previous version of the program still uses it.
create or replace function matching_feedback(
  in_first_part boolean, company bigint, pattern text, boards bigint[], of_status text, of_category text, of_board_category bigint
) returns setof bigint
  language sql stable rows 100
  begin atomic
    select s.feedback_id from (
      select * from public.feedback_search where in_first_part and feedback_id % 81 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 81 <> 0 and feedback_id % 27 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 27 <> 0 and feedback_id % 9 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 9 <> 0 and feedback_id % 3 = 0
      union all select * from public.feedback_search where not in_first_part and feedback_id % 3 <> 0
    ) s
    where s.company_id = company and company is not distinct from public.current_company_id()
      and s.document like (select (public.index_patterns(pattern))[1]) || '' || ''
      and s.document like (select (public.index_patterns(pattern))[2]) || '' || ''
      and (
        length(pattern) <= 10
        or position((select public.substring_bytes(pattern)) in convert_to(s.document, 'UTF8')) > 0
      )
      and (boards is null or s.board_id = any (boards))
      and (of_status is null or s.status = any (string_to_array(of_status, ',')))
      and (of_category is null or s.category = of_category)
      and (of_board_category is null or s.board_category_id = of_board_category);
  end;
