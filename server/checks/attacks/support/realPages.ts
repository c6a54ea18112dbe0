import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#server/platform/config/projectRoot.ts";
import { builtPages } from "#server/platform/pages/builtPages.ts";
import type { PageRenderer } from "#server/platform/pages/pages.ts";

const DIST = join(ROOT, "dist");

/**
 * Loads the pages as production serves them.
 * @throws Error if the portal is not built
 */
export function realPages(): Promise<PageRenderer> {
  if (!existsSync(join(DIST, "server", "entry-server.js"))) {
    throw new Error("The portal is not built: run these tests through npm test.");
  }
  return builtPages(DIST);
}
