import { randomUUID } from "node:crypto";
import type { WriteStream } from "node:fs";
import { createWriteStream } from "node:fs";
import { link, rm, stat } from "node:fs/promises";
import { errorCode } from "#server/platform/db/startError.ts";
import { BackupError } from "./backupError.ts";

/**
 * Writes a new file that only its owner can read, and returns its size in bytes. The file gets its
 * name only after it is complete and flushed to disk.
 * @param write ends the stream
 * @throws BackupError if the file exists or cannot be written
 */
export async function writeNewFile(
  path: string,
  write: (file: WriteStream) => Promise<void>,
): Promise<number> {
  await refuseExisting(path);
  const draft = `${path}.${randomUUID().slice(0, 8)}.partial`;
  try {
    await write(createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true }));
    // Unlike a rename, a link never replaces an existing file.
    await link(draft, path);
    return (await stat(path)).size;
  } catch (error) {
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || syscall === "connect") throw error;
    throw new BackupError(`${path} cannot be written (${errorCode(error)}).`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

/** @throws BackupError if the file exists */
export async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found) throw new BackupError(`${path} is there already: choose another name, or remove it.`);
}
