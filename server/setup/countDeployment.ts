import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import type { SystemDb } from "#server/db/database.ts";
import { countBuild } from "./setup.queries.ts";

/** What makes a build: the program's sources as they stand in these folders of `root`. */
const FOLDERS = ["contract", "server", "dist/client/.vite"];

async function fingerprint(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const folder of FOLDERS) {
    const names = await readdir(join(root, folder), { recursive: true });
    for (const name of names.filter((file) => /\.(?:ts|sql|json)$/.test(file)).toSorted()) {
      hash.update(`${folder}/${name}\n`).update(await readFile(join(root, folder, name)));
    }
  }
  return hash.digest("base64url");
}

/** Counts a new build once, however many processes start it (SPEC section 9: the version is 1.0.{deploymentCount}). */
export async function countDeployment(
  system: SystemDb,
  changes: Pick<ChangeFeed, "announce">,
  root: string,
): Promise<void> {
  const counted = await system.first(countBuild, { build: await fingerprint(root) });
  if (counted) changes.announce({ companyId: null, isPrivate: false, events: [] });
}
