-- Comments and changes of status say whether their author is an admin of the company.
grant select (role) on user_account to hearback_app;
