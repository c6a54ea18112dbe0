import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { join } from "node:path";
import { KEY_FILE } from "#server/platform/secrets/sealSecret.ts";
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
  const notes = [result];
  if (done.hasSealedSecrets)
    notes.push(
      config.secretKey
        ? "Secrets of providers are sealed with SECRET_KEY, which is not in this backup. Keep it as well."
        : `Secrets of providers are sealed with the key in ${join(config.dataDir, KEY_FILE)}, which is not in this backup. Keep a copy of it, apart from the backup.`,
    );
  if (done.storedPictures > 0)
    notes.push(
      `The files of ${String(done.storedPictures)} pictures are in the S3-compatible store and not in this backup. Back up the bucket as well, or move them into the database first: npm run pictures:move -- database`,
    );
  return notes.join("\n");
});
