import { BackupError } from "#server/backup/backupError.ts";
import { runCommand } from "#server/backup/backupCommand.ts";
import { withDatabase } from "#server/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/config.ts";
import { recount } from "#server/feedback/recount.queries.ts";
import { ROOT } from "#server/root.ts";

// npm run recount
await runCommand(async () => {
  if (process.argv.length > 2) throw new BackupError("Use: npm run recount");
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  return (await withDatabase(config, false, recount)).join("\n");
});
