-- An import from an export of Hearback also brings saved views (docs/decisions/0048-importing.md).
-- Existing rows are not checked again, because they satisfy the narrower constraint.
alter table import_record drop constraint import_record_kind_check,
  add constraint import_record_kind_check check
    (kind in ('item', 'status_change', 'comment', 'vote', 'follow', 'merge', 'view')) not valid;

-- An import assigns nothing to a deactivated admin.
grant select (is_active) on user_account to hearback_app;
