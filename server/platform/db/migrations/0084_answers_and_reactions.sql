-- Comments answer a comment, one level deep, and take reactions (docs/product-decisions.md "Rich text
-- and pictures").

-- The comment that is answered, which is never an answer itself. If it is deleted, its answers become
-- comments of their own.
alter table comment add column answers_id bigint;
alter table comment add constraint comment_company_id_answers_id_fkey
  foreign key (company_id, answers_id) references comment (company_id, id)
  on delete set null (answers_id);
create index comment_answers on comment (company_id, answers_id) where answers_id is not null;

-- The numbers of a comment's reactions by emoji; null without reactions. They are stored, so that a
-- page reads no reactions of other people.
alter table comment add column reactions jsonb;

create table comment_reaction (
  company_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null references user_account (id) on delete cascade,
  emoji text not null check (emoji in ('👍', '💜', '🎉', '😄', '🤔', '👀')),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, comment_id, user_id, emoji),
  foreign key (company_id, comment_id) references comment (company_id, id) on delete cascade
);
create index comment_reaction_account on comment_reaction (user_id, company_id, comment_id);

alter table comment_reaction enable row level security;
alter table comment_reaction force row level security;
create policy tenant on comment_reaction to hearback_app
  using (company_id = (select current_company_id()))
  with check (company_id = (select current_company_id()));
create policy system on comment_reaction to hearback_system using (true) with check (true);
grant select, insert, update, delete on comment_reaction to hearback_app, hearback_system;

-- The sums of two objects of numbers, without those that are 0; null if none is left.
create function add_reactions(one jsonb, other jsonb) returns jsonb
  language sql immutable parallel safe
  return (
    select jsonb_object_agg(emoji, total) from (
      select key as emoji, sum(value::integer) as total from (
        select * from jsonb_each_text(coalesce(one, '{}'))
        union all
        select * from jsonb_each_text(other)
      ) counted
      group by key
    ) summed
    where total > 0
  );
revoke all on function add_reactions(jsonb, jsonb) from public;
grant execute on function add_reactions(jsonb, jsonb) to hearback_app, hearback_system;

-- The update of the comment is refused if the company is read-only.
create function count_reactions() returns trigger language plpgsql as $$
begin
  update comment c set reactions = add_reactions(c.reactions, of_comment.counts)
    from (
      select company_id, comment_id, jsonb_object_agg(emoji, total) as counts
      from (
        select company_id, comment_id, emoji,
          case when tg_op = 'DELETE' then -count(*) else count(*) end as total
        from changed group by 1, 2, 3
      ) of_emoji
      group by 1, 2
    ) of_comment
    where c.company_id = of_comment.company_id and c.id = of_comment.comment_id;
  return null;
end
$$;
create trigger count_reactions after insert on comment_reaction
  referencing new table as changed for each statement execute function count_reactions();
create trigger count_removed_reactions after delete on comment_reaction
  referencing old table as changed for each statement execute function count_reactions();
