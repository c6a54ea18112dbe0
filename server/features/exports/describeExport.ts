import * as z from "zod/mini";
import {
  EXPORT_FORMAT,
  EXPORT_RECORDS,
  EXPORT_VERSION,
  ExportManifest,
  MANIFEST_FILE,
} from "#contract/exportFormat.ts";
import { findExportedCompany } from "./exportedRows.queries.ts";
import type { ExportSource, StepSlice } from "./exportStep.ts";

const SCHEMA_FILE = "schema.json";

/** Returns a JSON Schema with a definition for the manifest and for the records of each file. */
export function exportSchema(): object {
  // Additional properties are allowed, because readers must ignore properties that they do not
  // know.
  const schemaOf = (schema: z.ZodMiniType) => {
    const { $schema: _, ...definition } = z.toJSONSchema(schema, { io: "input" });
    return definition;
  };
  const records = Object.entries(EXPORT_RECORDS).map(([file, schema]) => [file, schemaOf(schema)]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `${EXPORT_FORMAT} ${String(EXPORT_VERSION)}`,
    $defs: { [MANIFEST_FILE]: schemaOf(ExportManifest), ...Object.fromEntries(records) },
  };
}

/** Creates the file with the JSON Schema of the manifest and the records. */
export function exportSchemaFile(): Promise<StepSlice> {
  return Promise.resolve(fileSlice(SCHEMA_FILE, exportSchema()));
}

/** Creates the manifest, which lists all other files. */
export async function exportManifest({
  tenant,
  companyId,
  files,
}: ExportSource): Promise<StepSlice> {
  const company = await tenant.first(findExportedCompany, { companyId });
  if (!company) throw new Error("The company was deleted");
  const manifest: ExportManifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    createdAt: new Date().toISOString(),
    company: { name: company.name, subdomain: company.subdomain },
    files: Object.entries(files).map(([name, { records, bytes, crc32 }]) => {
      return { name, records, bytes, crc32: crc32.toString(16).padStart(8, "0") };
    }),
  };
  return fileSlice(MANIFEST_FILE, manifest);
}

function fileSlice(file: string, value: object): StepSlice {
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return { pieces: [{ file, content, records: null }], rows: 0, next: null };
}
