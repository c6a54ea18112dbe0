import { email } from "#contract/fields.ts";
import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ConfigError } from "#server/platform/config/configError.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { StartError } from "#server/platform/db/startError.ts";
import { checkMail } from "./checkMail.ts";

/**
 * Runs the check for the e-mail address in the command's argument. Returns what failed; null if
 * nothing failed.
 */
async function run(args: readonly string[]): Promise<string | null> {
  const address = email.safeParse(args[0]);
  if (!address.success || args.length > 1) return "Use: npm run mail:check -- ADDRESS";
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  return checkMail(config, address.data, (line) => process.stdout.write(`${line}\n`));
}

try {
  const failure = await run(process.argv.slice(2));
  if (failure === null) process.stdout.write("The mail server accepted the mail.\n");
  else {
    process.stderr.write(`${failure}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
