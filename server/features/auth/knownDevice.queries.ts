import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import { DEVICE_MAX_AGE } from "#server/platform/access/deviceToken.ts";

/**
 * Returns whether any user (`isKnown`) and whether this user (`isOwn`) has signed in on this
 * device.
 */
export const findKnownDevice = statement<
  { tokenHash: Buffer | null; userId: number | null },
  { isKnown: boolean; isOwn: boolean }
>(
  "find_known_device",
  (p) => sql`
    select count(*) > 0 as is_known,
      coalesce(bool_or(user_id = ${p.userId}::bigint), false) as is_own
    from known_device where token_hash = ${p.tokenHash}::bytea
  `,
);

export const insertKnownDevice = statement<{ tokenHash: Buffer; userId: number }, never>(
  "insert_known_device",
  (p) => sql`
    insert into known_device (token_hash, user_id) values (${p.tokenHash}, ${p.userId})
    on conflict (token_hash, user_id) do update set last_seen_at = now()
  `,
);

/** Deletes the records of all browsers in which the user has signed in. */
export const deleteDevicesOf = statement<{ userId: number }, never>(
  "delete_devices_of",
  (p) => sql`delete from known_device where user_id = ${p.userId}`,
);

export const deleteForgottenDevices = statement<Record<never, never>, never>(
  "delete_forgotten_devices",
  () => sql`
    delete from known_device
    where last_seen_at < now() - make_interval(secs => ${sql.lit(DEVICE_MAX_AGE)})
  `,
);
