-- Imports write changelog entries as well. Old records are not checked again, because each of them
-- has one of the former kinds.
alter table import_record drop constraint import_record_kind_check,
  add constraint import_record_kind_check check (kind in
    ('item', 'status_change', 'comment', 'vote', 'follow', 'merge', 'view', 'changelog_entry'))
    not valid;
