/** A backup cannot be made, or not be restored, for a reason that a person can do something about. One line. */
export class BackupError extends Error {
  override name = "BackupError";
}
