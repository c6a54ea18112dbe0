/**
 * The error of an operator's command, such as a backup, that failed for a reason that the user can
 * resolve. The message is one line.
 */
export class BackupError extends Error {
  override name = "BackupError";
}
