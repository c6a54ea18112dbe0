-- The organisation that a signed token has named, until the person confirms the connection. JSON's
-- null takes the person out of the organisation (docs/decisions/0096-signed-tokens.md).
alter table pending_identity add column organisation jsonb;
