/** A backup or restore failed for a reason that the user can resolve. The message is one line. */
export class BackupError extends Error {
  override name = "BackupError";
}
