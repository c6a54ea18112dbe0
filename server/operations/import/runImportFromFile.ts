import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ImportCounts } from "#contract/importRun.ts";
import { IMPORT_SOURCES, ImportSource } from "#contract/importFormats.ts";
import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand } from "#server/operations/backup/backupCommand.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Change } from "#server/platform/changes/change.ts";
import { importFromFile } from "./importFromFile.ts";
import { notifyPortals } from "#server/platform/changes/changeFeed.ts";

const USAGE = `Use: npm run import -- SUBDOMAIN FILE --source ${IMPORT_SOURCES.join("|")} [--run] [--create-boards]`;

function readImportArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        source: { type: "string" },
        run: { type: "boolean" },
        "create-boards": { type: "boolean" },
      },
    });
    const [subdomain, file, ...rest] = positionals;
    const source = ImportSource.safeParse(values.source).data;
    if (!subdomain || !file || !source || rest.length > 0) throw new BackupError(USAGE);
    const path = resolve(process.env["INIT_CWD"] ?? process.cwd(), file);
    const createsBoards = values["create-boards"] === true;
    return { subdomain, path, source, isRun: values.run === true, createsBoards };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(USAGE);
  }
}

const lineOf = ({ kind, new: created, changed, same, skipped }: ImportCounts) =>
  `${kind.padEnd(14)} ${String(created)} new, ${String(changed)} changed, ${String(same)} unchanged, ${String(skipped)} skipped`;

// npm run import -- SUBDOMAIN FILE --source SOURCE [--run] [--create-boards]
await runCommand(async () => {
  const file = readImportArguments();
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  const { name, counts, missingBoards } = await withDatabase(
    config,
    false,
    async (connectionString) => {
      const database = openDatabase({ connectionString, onIdleError: () => undefined });
      try {
        const notify = (change: Change) => notifyPortals(connectionString, change);
        return await importFromFile(database, {
          ...file,
          quotas: config.quotas,
          megabytes: config.importMegabytes,
          pictures: { megabytes: config.pictureMegabytes, store: config.pictureStore },
          notify,
        });
      } finally {
        await database.close();
      }
    },
  );
  const heading = file.isRun
    ? `Imported into the company ${name}:`
    : `Checked for the company ${name}. Its admins can start the import on the page Import and Export:`;
  const missing =
    missingBoards.length > 0
      ? [`No board is known for: ${missingBoards.join(", ")}. --create-boards creates them.`]
      : [];
  return [heading, ...counts.map(lineOf), ...missing].join("\n");
});
