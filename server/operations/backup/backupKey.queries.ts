import { BackupError } from "./backupError.ts";
import type { Connection } from "./connection.queries.ts";
import type { BackupKey } from "./signature.ts";

/** The table of the key, which only whole backups contain. */
export const KEY_TABLE = "backup_key";

/** The installation's key. */
export async function readBackupKey(connection: Connection): Promise<BackupKey> {
  const [key] = await connection.rows<BackupKey>(
    `select installation::text, secret from public.${KEY_TABLE}`,
  );
  if (!key) throw new BackupError("The database has no key for backups.");
  return key;
}

/** Creates a key if an older backup of the whole installation contained none. */
export async function ensureBackupKey(connection: Connection): Promise<void> {
  await connection.rows(`insert into public.${KEY_TABLE} default values on conflict do nothing`);
}
