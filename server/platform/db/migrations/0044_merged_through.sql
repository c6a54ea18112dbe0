-- If an item with merged items is merged into a target, its merged items become part of the target
-- as well (docs/decisions/0043-merging.md). This column names the item into which such an item was
-- merged itself, so that both can be unmerged together. It is null if that is the target.
alter table feedback_item add column merged_through_id bigint;
alter table feedback_item add foreign key (company_id, merged_through_id)
  references feedback_item (company_id, id) on delete set null (merged_through_id);
create index feedback_item_merged_through on feedback_item (company_id, merged_through_id)
  where merged_through_id is not null;
