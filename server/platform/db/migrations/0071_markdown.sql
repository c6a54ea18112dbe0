-- The Markdown sources of texts. Null for a text that is plain. The columns beside them keep the
-- text without Markdown, for lists, search, excerpts and CSV files.
alter table feedback_item
  add column description_markdown text check (char_length(description_markdown) <= 10000),
  add column close_note_markdown text check (char_length(close_note_markdown) <= 1000);
alter table comment
  add column content_markdown text check (char_length(content_markdown) <= 5000);
alter table status_change
  add column note_markdown text check (char_length(note_markdown) <= 1000);

-- A version of the program that does not know the sources changes only the plain texts.
create function forget_description_markdown() returns trigger language plpgsql as $$
begin
  new.description_markdown := null;
  return new;
end $$;
create trigger forget_description_markdown before update of description on feedback_item
  for each row when (new.description_markdown is not null
    and new.description is distinct from old.description
    and new.description_markdown is not distinct from old.description_markdown)
  execute function forget_description_markdown();

create function forget_close_note_markdown() returns trigger language plpgsql as $$
begin
  new.close_note_markdown := null;
  return new;
end $$;
create trigger forget_close_note_markdown before update of close_note on feedback_item
  for each row when (new.close_note_markdown is not null
    and new.close_note is distinct from old.close_note
    and new.close_note_markdown is not distinct from old.close_note_markdown)
  execute function forget_close_note_markdown();

create function forget_content_markdown() returns trigger language plpgsql as $$
begin
  new.content_markdown := null;
  return new;
end $$;
create trigger forget_content_markdown before update of content on comment
  for each row when (new.content_markdown is not null
    and new.content is distinct from old.content
    and new.content_markdown is not distinct from old.content_markdown)
  execute function forget_content_markdown();
