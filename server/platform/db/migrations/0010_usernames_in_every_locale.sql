-- E-mail addresses are compared without the case of A to Z, whatever the database's locale: the same comparison as `usernameKey` in the code.
-- Accounts have ASCII addresses only, so the new index accepts every row that the old one accepted.
drop index user_account_username;
create unique index user_account_username on user_account (lower(username collate "C"));
