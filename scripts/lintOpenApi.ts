import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentOpenApi } from "./currentOpenApi.ts";

// Writes the OpenAPI document to a temporary file and lints it with `redocly` or `spectral`.
const modules = join(import.meta.dirname, "../node_modules");

const LINTERS: Record<string, (file: string) => string[]> = {
  redocly: (file) => [
    join(modules, "@redocly/cli/bin/cli.js"),
    "lint",
    file,
    "--config",
    "redocly.yaml",
  ],
  spectral: (file) => [
    join(modules, "@stoplight/spectral-cli/dist/index.js"),
    "lint",
    file,
    "--ruleset",
    ".spectral.yaml",
    "--fail-severity",
    "hint",
  ],
};

/** Disables the linter's telemetry and its check for new versions. */
const OFFLINE = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const commandOf = LINTERS[process.argv[2] ?? ""];
if (!commandOf) throw new Error(`Say which linter: ${Object.keys(LINTERS).join(" or ")}`);
const folder = mkdtempSync(join(tmpdir(), "hearback-openapi-"));
try {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(currentOpenApi, null, 2));
  const { status } = spawnSync(process.execPath, commandOf(file), {
    stdio: "inherit",
    env: { ...process.env, ...OFFLINE },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
