-- When the deletion of a company began: from then on it is nobody's portal and only waits to be gone (docs/decisions/0020-deleting-in-slices.md).
alter table company add column closed_at timestamptz(3);
