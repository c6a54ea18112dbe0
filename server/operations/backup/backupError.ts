/**
 * The error of a backup or restore that failed for a reason that the user can resolve. The message
 * is one line.
 */
export class BackupError extends Error {
  override name = "BackupError";
}
