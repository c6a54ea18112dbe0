import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand } from "#server/operations/backup/backupCommand.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { openObjectStore } from "#server/platform/uploads/objectStore.ts";
import { movePictures } from "./movePictures.ts";

// npm run pictures:move -- store|database
await runCommand(async () => {
  const [target, ...rest] = process.argv.slice(2);
  if ((target !== "store" && target !== "database") || rest.length > 0)
    throw new BackupError("Use: npm run pictures:move -- store|database");
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  if (!config.pictureStore)
    throw new BackupError("S3_ENDPOINT and the other S3 variables must be set.");
  const store = openObjectStore(config.pictureStore);
  return withDatabase(config, false, async (connectionString) => {
    const database = openDatabase({ connectionString, onIdleError: () => undefined });
    try {
      const moved = await movePictures(database.system, store, target);
      return `Pictures moved to the ${target}: ${String(moved)}`;
    } finally {
      await database.close();
    }
  });
});
