-- Pictures in changelog entries (docs/decisions/0082-pictures-in-texts.md).

alter table changelog_entry
  -- The picture at the top of the entry: its address as in a text, and what it shows.
  add column cover_url text,
  add column cover_alt text;

-- A picture can stand in an entry: in its text, or as its cover.
alter table picture
  add column entry_id bigint,
  add foreign key (company_id, entry_id) references changelog_entry (company_id, id)
    on delete set null (entry_id),
  add check (entry_id is null or coalesce(feedback_id, comment_id) is null),
  drop constraint picture_part_check,
  add constraint picture_part_check
    check (part in ('description', 'close_note', 'note', 'cover'));

create index picture_of_entry on picture (company_id, entry_id) where entry_id is not null;
drop index picture_loose;
create index picture_loose on picture (company_id, id)
  where loose_since is not null or coalesce(feedback_id, comment_id, entry_id) is null;
