import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtPages } from "#server/http/builtPages.ts";
import type { PageRenderer } from "#server/http/pages.ts";

const DIST = join(import.meta.dirname, "../../../dist");

/** The pages as they are served in production. @throws when nobody has built them */
export function realPages(): Promise<PageRenderer> {
  if (!existsSync(join(DIST, "server", "entry-server.js"))) {
    throw new Error("The portal is not built: run these tests through npm test.");
  }
  return builtPages(DIST);
}
