-- Imports write pictures as well (docs/decisions/0082-pictures-in-texts.md). Old records are not
-- checked again, because each of them has one of the former kinds.
alter table import_record drop constraint import_record_kind_check,
  add constraint import_record_kind_check check (kind in ('picture',
    'item', 'status_change', 'comment', 'vote', 'follow', 'merge', 'view', 'changelog_entry'))
    not valid;

-- An import notes files before it puts them into the store, as files to be deleted in an hour.
grant update (removed_at) on removed_picture to hearback_system;
