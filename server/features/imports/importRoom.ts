import { importQuotaMessage } from "#contract/quotas.ts";
import type { Db } from "#server/platform/db/database.ts";
import { UnreadableFile } from "./sources/source.ts";
import { findStoredBytes } from "./storedParts.queries.ts";

/** Thrown if the imports of a company would take up more than their quota. */
export class ImportQuotaExceeded extends UnreadableFile {
  constructor(megabytes: number) {
    super(importQuotaMessage(megabytes));
  }
}

/** The bytes that a company's imports may still take up. */
export class ImportRoom {
  readonly #megabytes: number;
  #left: number;

  private constructor(megabytes: number, left: number) {
    this.#megabytes = megabytes;
    this.#left = left;
  }

  /**
   * Finds the room of a company whose imports may take up the given number of megabytes. Only one
   * import of a company is unfinished, so nothing else takes up the room at the same time.
   */
  static async find(db: Db, companyId: number, megabytes: number): Promise<ImportRoom> {
    const stored = await db.first(findStoredBytes, { companyId });
    return new ImportRoom(megabytes, megabytes * 1024 * 1024 - (stored?.bytes ?? 0));
  }

  /** @throws ImportQuotaExceeded if there are fewer bytes left */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ImportQuotaExceeded(this.#megabytes);
  }
}
