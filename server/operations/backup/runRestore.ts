import { loadConfig, readDotEnv } from "#server/platform/config/config.ts";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { openSecret } from "#server/platform/secrets/sealSecret.ts";
import { readArguments, runCommand, printProgress } from "./backupCommand.ts";
import { openRestorable, restoreBackup } from "./restoreBackup.ts";
import { withDatabase } from "./withDatabase.ts";

const USAGE = "npm run restore -- FILE [--foreign [--same-people]] [--without-secrets]";

// npm run restore -- FILE [--foreign [--same-people]] [--without-secrets]
await runCommand(async () => {
  const { path, isForeign, arePeopleSame, areSecretsDropped } = readArguments(USAGE, [
    "foreign",
    "same-people",
    "without-secrets",
  ]);
  const config = loadConfig({ ...readDotEnv(ROOT), ...process.env });
  // The file is checked first, so that a damaged file is refused before the database starts.
  const file = await openRestorable(path);
  try {
    const done = await withDatabase(config, true, (connectionString) =>
      restoreBackup(file, connectionString, {
        log: printProgress,
        isForeignAccepted: isForeign,
        arePeopleSame,
        areSecretsDropped,
        canOpen: (sealed) => openSecret(config, sealed) !== null,
      }),
    );
    const what = done.company ? `The company ${done.company.name}` : "The installation";
    return `${what} is restored as of ${done.createdAt}: ${String(done.rows)} rows`;
  } finally {
    await file.close();
  }
});
