import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand } from "#server/operations/backup/backupCommand.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { recount } from "./recount.queries.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";

// npm run recount
await runCommand(async () => {
  if (process.argv.length > 2) throw new BackupError("Use: npm run recount");
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  return (await withDatabase(config, false, recount)).join("\n");
});
