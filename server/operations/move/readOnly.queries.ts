import { BackupError } from "#server/operations/backup/backupError.ts";
import type { CompanyHeader } from "#server/operations/backup/backupRecords.ts";
import type { Connection } from "#server/operations/backup/connection.queries.ts";
import { CHANGE_CHANNEL } from "#server/platform/changes/changeFeed.ts";
import { EVERYTHING } from "#server/platform/changes/change.ts";

/**
 * Makes a company read-only, or lets the company accept changes again. Waits for running
 * transactions that change the company, at most 15 s each. Once the company is read-only, no
 * transaction can commit a change of its contents or accounts, except that accounts can unsubscribe
 * from mails and that the company can be deleted.
 * @throws BackupError if a read-only company would be made read-only again, because two moves must
 * not run at the same time
 */
export async function setReadOnly(
  connection: Connection,
  { id, name }: Pick<CompanyHeader, "id" | "name">,
  isReadOnly: boolean,
): Promise<void> {
  // This lock is the same as in the database function refuse_change_of_read_only.
  await connection.rows("select pg_advisory_xact_lock(721530042, ($1::bigint % 2147483647)::int)", [
    id,
  ]);
  const changed = await connection.rows(
    `update company set read_only_since = case when $2 then now() end
     where id = $1 and not ($2 and read_only_since is not null) returning id`,
    [id, isReadOnly],
  );
  if (changed.length === 0)
    throw new BackupError(
      `The company ${name} is read-only already: it is being moved, or was moved. Use "off" only if the other installation does not have it.`,
    );
  await connection.rows("select pg_notify($1, $2)", [
    CHANGE_CHANNEL,
    JSON.stringify({ from: "read-only", changes: [EVERYTHING] }),
  ]);
}
