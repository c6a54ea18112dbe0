-- Whether a delivery shows what only admins, and API keys with `private:read`, may see: something of a
-- private board or a post that waits for approval. Whether its endpoint gets that now does not tell,
-- because an admin may have changed it since. Of deliveries that were recorded before, nothing is
-- known, so they count as private until they are deleted after 30 days.
alter table webhook_delivery add column is_private boolean not null default true;
