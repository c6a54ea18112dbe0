import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { countBuild } from "./setup.queries.ts";

/** Reads the hash of all build inputs, which scripts/build.mjs writes. */
const fingerprint = (root: string) => readFile(join(root, "dist", "inputs.sha256"), "utf8");

/**
 * Counts a new build once, however many processes run the build. The portal shows the version
 * 1.0.{deploymentCount} (docs/specification.md "9. Business constants and limits").
 */
export async function countDeployment(
  system: SystemDb,
  changes: Pick<ChangeFeed, "publish">,
  root: string,
): Promise<void> {
  const counted = await system.first(countBuild, { build: await fingerprint(root) });
  if (counted) changes.publish({ companyId: null, isPrivate: false, events: [] });
}
