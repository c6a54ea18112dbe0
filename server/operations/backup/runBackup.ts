import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { backUp } from "./backUp.ts";
import { readArguments, runCommand, sizeOf, printProgress } from "./backupCommand.ts";
import { withDatabase } from "./withDatabase.ts";

// npm run backup -- FILE [--company SUBDOMAIN]
await runCommand(async () => {
  const { path, company } = readArguments("npm run backup -- FILE [--company SUBDOMAIN]", [
    "company",
  ]);
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  const done = await withDatabase(config, false, (connectionString) =>
    backUp({ connectionString, path, company, log: printProgress }),
  );
  const what = done.company ? `The company ${done.company.name}` : "The installation";
  const result = `${what} is backed up: ${String(done.rows)} rows, ${sizeOf(done.size)}, in ${path}`;
  if (done.storedPictures === 0) return result;
  return `${result}
The files of ${String(done.storedPictures)} pictures are in the S3-compatible store and not in this backup. Back up the bucket as well, or move them into the database first: npm run pictures:move -- database`;
});
