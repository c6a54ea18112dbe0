import { mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProcess } from "#server/db/processIdentity.ts";

/** Linux keeps in memory what is in here. */
const IN_MEMORY = "/dev/shm";

/** Bytes that must be free there, and of memory: several times what the tests' databases come to. */
const ROOM = 4 * 1024 ** 3;

/**
 * A new folder for a database that is thrown away: in memory where there is room, else on the disk. Each database has a thousand files, and
 * ext4 is slow at making files where as many were removed a moment ago. Whoever asks for it removes it; what runs that were killed have left
 * in memory is removed here.
 */
export async function makeScratchFolder(prefix: string): Promise<string> {
  await removeOrphans(prefix);
  const parent = (await hasRoomInMemory()) ? IN_MEMORY : tmpdir();
  return mkdtemp(join(parent, `${prefix}${String(process.pid)}-`));
}

/** Folders in memory whose process is gone: memory is all they take, and nothing but a restart of the machine would give it back. */
async function removeOrphans(prefix: string): Promise<void> {
  for (const name of await readdir(IN_MEMORY).catch(() => [])) {
    const pid = name.startsWith(prefix) ? /^(\d+)-/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (pid === undefined || findProcess(Number(pid))) continue;
    await rm(join(IN_MEMORY, name), { recursive: true, force: true });
  }
}

/** Whether tests may keep files in memory. */
export async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}
