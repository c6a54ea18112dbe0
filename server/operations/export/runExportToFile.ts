import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand, sizeOf } from "#server/operations/backup/backupCommand.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { exportToFile } from "./exportToFile.ts";

const USAGE = "Use: npm run export -- SUBDOMAIN FILE";

function readExportArguments(): { subdomain: string; path: string } {
  try {
    const [subdomain, file, ...rest] = parseArgs({ allowPositionals: true }).positionals;
    if (!subdomain || !file || rest.length > 0) throw new BackupError(USAGE);
    return { subdomain, path: resolve(process.env["INIT_CWD"] ?? process.cwd(), file) };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(USAGE);
  }
}

// npm run export -- SUBDOMAIN FILE
await runCommand(async () => {
  const { subdomain, path } = readExportArguments();
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  const done = await withDatabase(config, false, async (connectionString) => {
    const database = openDatabase({ connectionString, onIdleError: () => undefined });
    try {
      return await exportToFile(database, subdomain, path, config.pictureStore);
    } finally {
      await database.close();
    }
  });
  return `The company ${done.name} is exported: ${String(done.rows)} rows, ${sizeOf(done.size)}, in ${path}`;
});
