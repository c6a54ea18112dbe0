import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiDocument } from "./breakingChanges.ts";
import { breakingChanges } from "./breakingChanges.ts";
import { currentOpenApi } from "./currentOpenApi.ts";

// Compares the OpenAPI document with that of the last release, and fails for changes that break
// clients. With `--release`, stores the document as that of the release.
const FILE = join(import.meta.dirname, "../docs/openapi-release.jsonl");

/** The parts of the document that clients rely on. Each line of the file is one path or schema. */
function linesOf({ paths, components }: ApiDocument): string {
  const line = (kind: string) => (entry: [string, unknown]) =>
    JSON.stringify([kind, ...entry], (key, value: unknown) =>
      typeof value === "string" && UNUSED.has(key)
        ? undefined
        : key === "example"
          ? undefined
          : value,
    );
  return [
    ...Object.entries(paths).map(line("path")),
    ...Object.entries(components.schemas).map(line("schema")),
    "",
  ].join("\n");
}

/** Texts that do not matter to programs. */
const UNUSED = new Set(["description", "summary", "pattern"]);

function readRelease(): ApiDocument {
  const entries = readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as [string, string, never]);
  const ofKind = (kind: string) =>
    Object.fromEntries(
      entries.flatMap(([its, name, value]) => (its === kind ? [[name, value]] : [])),
    );
  return { paths: ofKind("path"), components: { schemas: ofKind("schema") } };
}

const document = currentOpenApi as unknown as ApiDocument;
if (process.argv.includes("--release")) writeFileSync(FILE, linesOf(document));
else {
  const broken = breakingChanges(readRelease(), document);
  for (const change of broken) console.log(change);
  if (broken.length > 0) {
    console.log(
      "These changes break clients of the last release. Undo them, or release a new version of the API.",
    );
    process.exitCode = 1;
  }
}
