import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import { portalAddress } from "./portalAddress.ts";

/**
 * CNAME records in files, because the name server runs in a different process than the tests. A
 * file's name is the record's name, and its content is the record's target.
 */
class RecordFiles extends Map<string, string> {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override get(name: string): string | undefined {
    try {
      return readFileSync(join(this.#folder, encodeURIComponent(name)), "utf8");
    } catch {
      return undefined;
    }
  }
}

/** Starts a name server for the records in a folder. The caller must close the server. */
export async function serveRecords(folder: string): Promise<NameServer> {
  const server = await startNameServer();
  server.aliases = new RecordFiles(folder);
  return server;
}

/** Sets the CNAME record of a name. */
export function setRecord(name: string, target: string): void {
  writeFileSync(join(portalAddress().recordsDir, name), target);
}
