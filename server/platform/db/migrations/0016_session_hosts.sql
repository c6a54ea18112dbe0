-- A session counts only on the host on which it was opened, and a hand-off only in the browser that
-- asked for it (docs/decisions/0029-sessions-belong-to-their-host.md).
alter table session
  -- Without port. Null: opened before this migration. Such a session counts on the product's own
  -- host and on subdomains.
  add column host text check (char_length(host) <= 253),
  -- The company whose custom domain the host was; null on other hosts. Not a foreign key, because
  -- deleting a company must not wait for these rows: they no longer count, and the hourly clean-up
  -- deletes them.
  add column domain_company_id bigint,
  add check (domain_company_id is null or host is not null);
-- For processes of the previous version that still run. They do not store the host, which may be a
-- custom domain, so their sessions count on no host of this version: none can end in ".invalid".
alter table session alter column host set default 'unknown.invalid';

-- SHA-256 of the token in the cookie of the browser that asked. Without one, as the previous version
-- inserts them, a hand-off is refused.
alter table handoff add column challenge bytea check (octet_length(challenge) = 32);

-- Where an existing session was opened is unknown. If that was a custom domain, whoever controls its
-- DNS may have the token. Forced row-level security concerns the owner as well, who has to read
-- every account here.
alter table user_account no force row level security;
delete from session using user_account account
where account.id = session.user_id and account.role <> 'user';
alter table user_account force row level security;
