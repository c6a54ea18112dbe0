import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps in memory what is in here. */
const IN_MEMORY = "/dev/shm";

/** Bytes that must be free there, and of memory: several times what the tests' databases come to. */
const ROOM = 4 * 1024 ** 3;

/**
 * A new folder for a database that is thrown away: in memory where there is room, else on the disk. Each database has a thousand files, and
 * ext4 is slow at making files where as many were removed a moment ago. Whoever asks for it removes it.
 */
export async function makeScratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join((await hasRoomInMemory()) ? IN_MEMORY : tmpdir(), prefix));
}

/** Whether tests may keep files in memory. */
export async function hasRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
}
