-- The name that imports have given to a person. A post that the account of the person disowns shows
-- it. People whom an account had claimed before have none.
alter table imported_person add column full_name text;

-- The role reads all companies, so row-level security need not be turned off.
set local role hearback_system;
update imported_person i set full_name = u.full_name
  from user_account u where u.id = i.user_id and u.is_imported;
reset role;

-- The name is forgotten with the account.
create function forget_imported_name() returns trigger language plpgsql as $$
begin
  new.full_name := null;
  return new;
end
$$;
create trigger forget_imported_name before update of user_id on imported_person
  for each row when (new.user_id is null) execute function forget_imported_name();
