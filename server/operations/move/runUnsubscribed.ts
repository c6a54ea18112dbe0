import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { BackupError } from "#server/operations/backup/backupError.ts";
import { runCommand } from "#server/operations/backup/backupCommand.ts";
import { findCompanyBySubdomain, hasSchema } from "#server/operations/backup/catalogue.queries.ts";
import type { Connection } from "#server/operations/backup/connection.queries.ts";
import { connect } from "#server/operations/backup/connection.queries.ts";
import { inTransactionOf } from "#server/operations/backup/rows.queries.ts";
import { withDatabase } from "#server/operations/backup/withDatabase.ts";
import { writeNewFile } from "#server/operations/backup/writeNewFile.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { errorCode } from "#server/platform/db/startError.ts";
import { listUnsubscribed, unsubscribeAll } from "./unsubscribed.queries.ts";

const USAGE =
  "Use: npm run unsubscribed -- list SUBDOMAIN FILE, or: npm run unsubscribed -- apply FILE";

type Action = (connection: Connection) => Promise<string>;

async function list(connection: Connection, subdomain: string, path: string): Promise<string> {
  const company =
    (await hasSchema(connection)) && (await findCompanyBySubdomain(connection, subdomain));
  if (!company) throw new BackupError(`There is no company ${subdomain}.`);
  const tokens = await listUnsubscribed(connection, company.id);
  await writeNewFile(path, (file) => pipeline([tokens.join("\n")], file));
  return `${path} has ${String(tokens.length)} accounts that get no mails.`;
}

async function apply(connection: Connection, path: string): Promise<string> {
  const content = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new BackupError(`${path} cannot be read (${errorCode(cause)}).`, { cause });
  });
  const tokens = content.split("\n").filter((line) => line !== "");
  return `${String(await unsubscribeAll(connection, tokens))} accounts are unsubscribed.`;
}

function readAction(): Action {
  const { positionals } = parseArgs({ allowPositionals: true });
  const path = resolve(process.env["INIT_CWD"] ?? process.cwd(), positionals.at(-1) ?? "");
  const [action, subdomain = ""] = positionals;
  if (action === "list" && positionals.length === 3)
    return (connection) => list(connection, subdomain, path);
  if (action === "apply" && positionals.length === 2)
    return (connection) => apply(connection, path);
  throw new BackupError(USAGE);
}

// npm run unsubscribed -- list SUBDOMAIN FILE
// npm run unsubscribed -- apply FILE
await runCommand(async () => {
  const action = readAction();
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  return withDatabase(config, false, async (connectionString) => {
    const connection = await connect(connectionString);
    try {
      return await inTransactionOf(connection, () => action(connection));
    } finally {
      await connection.close();
    }
  });
});
