import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { countBuild } from "./setup.queries.ts";

/** Made by the build from everything that the portal is made of (scripts/build.mjs). */
const fingerprint = (root: string) => readFile(join(root, "dist", "inputs.sha256"), "utf8");

/** Counts a new build once, however many processes start it (SPEC section 9: the version is 1.0.{deploymentCount}). */
export async function countDeployment(
  system: SystemDb,
  changes: Pick<ChangeFeed, "publish">,
  root: string,
): Promise<void> {
  const counted = await system.first(countBuild, { build: await fingerprint(root) });
  if (counted) changes.publish({ companyId: null, isPrivate: false, events: [] });
}
