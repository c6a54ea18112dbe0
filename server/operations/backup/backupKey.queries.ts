import { BackupError } from "./backupError.ts";
import type { Connection } from "./connection.queries.ts";
import type { BackupKey } from "./signature.ts";

/** The table of the key. Only backups of a whole installation contain this table. */
export const KEY_TABLE = "backup_key";

/** Reads the key with which the installation signs its backups. */
export async function readBackupKey(connection: Connection): Promise<BackupKey> {
  const [key] = await connection.rows<BackupKey>(
    `select installation::text, secret from public.${KEY_TABLE}`,
  );
  if (!key) throw new BackupError("The database has no key for backups.");
  return key;
}

/**
 * Creates a key if the installation has none, for example because an older backup contained no key.
 */
export async function ensureBackupKey(connection: Connection): Promise<void> {
  await connection.rows(`insert into public.${KEY_TABLE} default values on conflict do nothing`);
}
