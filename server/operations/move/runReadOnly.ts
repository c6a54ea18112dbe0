import { parseArgs } from "node:util";
import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand } from "#server/operations/backup/backupCommand.ts";
import { findCompanyBySubdomain, hasSchema } from "#server/operations/backup/catalogue.queries.ts";
import { connect } from "#server/operations/backup/connection.queries.ts";
import { inTransactionOf } from "#server/operations/backup/rows.queries.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { setReadOnly } from "./readOnly.queries.ts";

const USAGE = "Use: npm run read-only -- SUBDOMAIN on|off";

function readReadOnlyArguments(): { subdomain: string; isReadOnly: boolean } {
  try {
    const [subdomain, state, ...rest] = parseArgs({ allowPositionals: true }).positionals;
    if (subdomain === undefined || rest.length > 0 || (state !== "on" && state !== "off"))
      throw new BackupError(USAGE);
    return { subdomain, isReadOnly: state === "on" };
  } catch (error) {
    throw error instanceof BackupError ? error : new BackupError(USAGE);
  }
}

// npm run read-only -- SUBDOMAIN on|off
await runCommand(async () => {
  const { subdomain, isReadOnly } = readReadOnlyArguments();
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  return withDatabase(config, false, async (connectionString) => {
    const connection = await connect(connectionString);
    try {
      const company =
        (await hasSchema(connection)) && (await findCompanyBySubdomain(connection, subdomain));
      if (!company) throw new BackupError(`There is no company ${subdomain}.`);
      await inTransactionOf(connection, () => setReadOnly(connection, company, isReadOnly));
      return isReadOnly
        ? `The company ${company.name} is read-only.`
        : `The company ${company.name} accepts changes.`;
    } finally {
      await connection.close();
    }
  });
});
