-- A row of these tables belongs to an item, comment or import of its company, and is deleted with it.
-- Each table also had a foreign key to the company. PostgreSQL checked this key for every new row
-- and locked the company's row for each check, although the other key implies it.
alter table user_vote drop constraint user_vote_company_id_fkey;
alter table comment drop constraint comment_company_id_fkey;
alter table status_change drop constraint status_change_company_id_fkey;
alter table follow drop constraint follow_company_id_fkey;
alter table notification drop constraint notification_company_id_fkey;
alter table import_record drop constraint import_record_company_id_fkey;
