import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError, errorCode } from "#server/platform/db/startError.ts";

/**
 * A file is deleted when this many days have passed since the last start of a portal whose build
 * contains the file.
 */
const DAYS = 30;

/**
 * Copies a build's files to a folder that portals of several builds share, and deletes old files. A
 * portal can then serve the files of a page that another portal rendered. Names contain a hash of
 * the content, so files of different builds do not collide.
 * @throws StartError if the folder cannot be written
 */
export async function shareAssets(from: string, to: string): Promise<void> {
  try {
    await copyAssets(from, to);
    await deleteOldAssets(to);
  } catch (error) {
    throw new StartError(`ASSETS_DIR cannot be used (${errorCode(error)}).`, { cause: error });
  }
}

async function copyAssets(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    // The file is copied under a temporary name and then renamed, because another portal is
    // possibly reading the existing file. Copying also renews the file's date.
    const copy = join(to, `.${randomUUID()}`);
    await copyFile(join(from, name), copy);
    await rename(copy, join(to, name));
  }
}

async function deleteOldAssets(folder: string): Promise<void> {
  const oldest = Date.now() - DAYS * 24 * 60 * 60 * 1000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // A missing file is ignored, because another portal that starts at the same time can delete the
    // same files.
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < oldest) await rm(path, { force: true });
  }
}
