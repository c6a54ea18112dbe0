import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { currentOpenApi } from "./currentOpenApi.ts";

// Writes TypeScript types of all calls for clients: `npm run api:types [-- FILE]`.
const generator = join(import.meta.dirname, "../node_modules/openapi-typescript/bin/cli.js");
const output = resolve(process.argv[2] ?? "hearback.ts");
const folder = mkdtempSync(join(tmpdir(), "hearback-openapi-"));
try {
  const document = join(folder, "openapi.json");
  writeFileSync(document, JSON.stringify(currentOpenApi));
  const options = ["--default-non-nullable", "false", "--output", output];
  const { status } = spawnSync(process.execPath, [generator, document, ...options], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
